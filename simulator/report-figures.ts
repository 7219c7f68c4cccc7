/** Sales report figures of a time range, in cents, and their comparison with the ledger. */
import pLimit from 'p-limit';
import { formatCents, toCents } from '../lib/money.ts';
import type { FleetUnit, FleetVenue } from './fleet.ts';
import type { Ledger, LedgerSums } from './ledger.ts';
import type { Session } from './api.ts';
import { ApiError, errorMessage } from '../web/api/api-error.ts';

export interface ReportFigures {
  readonly orders: number;
  readonly priceCents: number;
  readonly salesCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly refundCents: number;
  readonly grossCents: number;
  readonly servings: number;
  /** Null when the card provider reports no fees. */
  readonly netCents: number | null;
}

/** Epoch milliseconds, both ends included. */
export interface ReportRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** @param unitId null for the whole venue */
export async function readReport(
  session: Session,
  venueId: string,
  unitId: string | null,
  { startMs, endMs }: ReportRange,
): Promise<ReportFigures & { ms: number }> {
  const { body, ms } = await session.send('getSalesReport', {
    query: {
      venueId,
      ...(unitId === null ? {} : { unitId }),
      startDate: startMs,
      endDate: endMs,
    },
  });
  return {
    ms,
    orders: body.pagination.total,
    priceCents: toCents(body.totalPrice),
    salesCents: toCents(body.totalSales),
    taxCents: toCents(body.totalTaxes),
    tipCents: toCents(body.totalTips),
    refundCents: toCents(body.totalRefunds),
    grossCents: toCents(body.grossVolume),
    servings: body.totalServings,
    netCents: body.netVolume === undefined ? null : toCents(body.netVolume),
  };
}

/** Expected report figures for sales without refunds. */
const expectedOf = (sums: LedgerSums): Required<ReportFigures> => {
  const grossCents = sums.priceCents + sums.taxCents + sums.tipCents;
  return {
    orders: sums.orders,
    priceCents: sums.priceCents,
    salesCents: sums.priceCents,
    taxCents: sums.taxCents,
    tipCents: sums.tipCents,
    refundCents: 0,
    grossCents,
    servings: sums.servings,
    netCents: grossCents - sums.feeCents,
  };
};

const figures = [
  ['orders', 'orders', String],
  ['priceCents', 'prices', formatCents],
  ['salesCents', 'sales', formatCents],
  ['taxCents', 'taxes', formatCents],
  ['tipCents', 'tips', formatCents],
  ['refundCents', 'refunds', formatCents],
  ['grossCents', 'gross volume', formatCents],
  ['servings', 'servings', String],
  ['netCents', 'net volume', formatCents],
] as const;

/**
 * A message for each figure whose increase differs from the ledger.
 * @param whose `Unit 1001`
 */
export function differences(
  whose: string,
  sums: LedgerSums,
  before: ReportFigures,
  after: ReportFigures,
): string[] {
  const expected = expectedOf(sums);
  return figures.flatMap(([field, name, shown]) => {
    const [was, is, requested] = [before[field], after[field], expected[field]];
    if (was === null || is === null || requested === null || is - was === requested) return [];
    return [
      `${whose}, ${name}: ${shown(requested)} in the ledger, ${shown(is - was)} in the report`,
    ];
  });
}

export interface Tally {
  /** Orders sent, including retries. */
  sent: number;
  /** Orders accepted by the server. */
  accepted: number;
  /** Responses for an order that was already recorded. */
  replayed: number;
  refused: number;
  /** Requests without a response, or with one that asks to retry later. */
  pending: number;
  /** Network losses of units. */
  offline: number;
  menus: number;
  menusUnchanged: number;
  restocks: number;
  /** Number of rejections by reason. */
  readonly reasons: Map<string, number>;
  readonly responses: ResponseTimes;
}

/**
 * Histogram of response times, in bins of 0.1 ms up to a second and of 1 ms above: memory does not grow with the
 * number of responses.
 */
export class ResponseTimes {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(ms: number): void {
    const bin = ms < 1000 ? Math.ceil(ms * 10) / 10 : Math.ceil(ms);
    this.#counts.set(bin, (this.#counts.get(bin) ?? 0) + 1);
    this.#total += 1;
  }

  get count(): number {
    return this.#total;
  }

  /**
   * Percentile in ms; NaN without responses.
   * @param share 0.95 for the 95th percentile
   */
  within(share: number): number {
    let left = share * this.#total;
    for (const bin of [...this.#counts.keys()].sort((a, b) => a - b)) {
      left -= this.#counts.get(bin) ?? 0;
      if (left <= 1e-9) return bin;
    }
    return Number.NaN;
  }
}

/** Request statistics: orders by outcome, and response times. */
export const openTally = (): Tally => ({
  sent: 0,
  accepted: 0,
  replayed: 0,
  refused: 0,
  pending: 0,
  offline: 0,
  menus: 0,
  menusUnchanged: 0,
  restocks: 0,
  reasons: new Map(),
  responses: new ResponseTimes(),
});

/** True when there was no response, or one that permits a retry. Rethrows errors that do not come from the server. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) throw error;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

export function countReason({ reasons }: Tally, error: unknown): void {
  const message = errorMessage(error);
  reasons.set(message, (reasons.get(message) ?? 0) + 1);
}

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

/**
 * Compares the ledger with the reports of every unit and of the venue, read before the first sale and after the last.
 */
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
