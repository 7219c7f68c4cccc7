/**
 * Compares the ledger with the reports of every unit and of the venue, read before the first sale and after the last.
 */
import pLimit from 'p-limit';
import type { FleetUnit, FleetVenue } from './fleet.ts';
import type { Ledger } from './ledger.ts';
import { differences, readReport, type ReportFigures, type ReportRange } from './report-figures.ts';
import type { Session } from './sign-in.ts';

export interface Books {
  /** Differences between the ledger and the reports; empty when they agree to the cent. */
  check(ledger: Ledger): Promise<string[]>;
}

interface Stored {
  venue: FleetVenue;
  units: readonly FleetUnit[];
  range: ReportRange;
}

const atOnce = 4;

export async function openBooks(session: Session, { venue, units, range }: Stored): Promise<Books> {
  const limit = pLimit(atOnce);
  const readAll = (): Promise<ReportFigures[]> =>
    Promise.all(
      [null, ...units.map(({ unit }) => unit._id)].map((unitId) =>
        limit(() => readReport(session, venue.id, unitId, range)),
      ),
    );
  const before = await readAll();
  return {
    check: async (ledger) => {
      const after = await readAll();
      const accounts = [
        { whose: venue.name, sums: ledger.total() },
        ...units.map(({ unit: { unitNumber } }) => ({
          whose: `Unit ${unitNumber}`,
          sums: ledger.of(unitNumber),
        })),
      ];
      return accounts.flatMap(({ whose, sums }, index) => {
        const [was, is] = [before[index], after[index]];
        return was && is ? differences(whose, sums, was, is) : [];
      });
    },
  };
}
