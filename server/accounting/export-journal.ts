/** Exporting the journals of nights, whose entries then stay as they are. */
import type { Db, Tx } from '../../db/tables/tables.ts';
import { todayIn } from '../../lib/day-range.ts';
import { toDollars } from '../../lib/money.ts';
import {
  type AccountMapping,
  mappedLines,
  unmappedAccounts,
} from '../../rules/accounting/journal-files.ts';
import { journalMessages, mostJournalNights } from '../../rules/accounting/journal-messages.ts';
import { totalsOf } from '../../rules/accounting/journal.ts';
import { countDays, nightsOf, type NightRules } from '../../rules/nights/nights.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { listLogNumbers } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import { requireNightRules } from '../venues/nights.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import {
  type ExportRow,
  findOverlap,
  insertExport,
  listExports,
  readMapping,
} from './exports.queries.ts';
import { type BookedNight, readNight } from './get-journal.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;

/** Nights as of one moment. */
interface JournalNights {
  nights: BookedNight[];
  mapping: AccountMapping;
}

interface SomeNights {
  from: string;
  to: string;
  timezone?: string | undefined;
}

/** Reads nights with their exported entries, and what an export would add. */
export async function listJournalNights(
  { db }: Pick<AppDeps, 'db'>,
  venue: VenueRow,
  { timezone, ...days }: SomeNights,
): Promise<JournalNights> {
  if (countDays(days.from, days.to) > mostJournalNights)
    throw fieldError({ to: journalMessages.tooManyNights });
  const rules = await requireNightRules({ db }, venue.id, timezone);
  return inOneState(db, (moment) => readNights(moment, venue, rules, days));
}

/** One state of the database for all that is read: an entry holds up to the numbers of the change log beside it. */
const inOneState = <T>(db: Db, read: (moment: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read);

async function readNights(
  moment: Tx,
  { id, owner_id }: VenueRow,
  rules: NightRules,
  { from, to }: { from: string; to: string },
): Promise<JournalNights> {
  const exported = await listExports(moment, id, { from, to });
  const nights: BookedNight[] = [];
  for (const night of nightsOf(rules, from, to)) {
    const entries = exported.filter((entry) => entry.night === night.day);
    nights.push(await readNight({ query: (read) => read(moment) }, id, night, entries));
  }
  return { nights, mapping: await readMapping(moment, owner_id) };
}

export interface ExportedNight extends JournalNights {
  /** Version that was added; null where nothing changed since the last one. */
  added: number | null;
}

/**
 * Exports a night: fixes its entry, or adds a late entry of what changed since the last one, dated today. Throws 409
 * for a night that goes on or shares time with one that was exported, and 400 with the accounts that have no name.
 * Audited.
 */
export async function exportJournal(
  deps: Deps,
  venue: VenueRow,
  day: string,
  timezone: string | undefined,
  by: AuditContext,
): Promise<ExportedNight> {
  const { db } = deps;
  const rules = await requireNightRules(deps, venue.id, timezone);
  const days = { from: day, to: day };
  for (;;) {
    const at = deps.now();
    const { read, row } = await inOneState(db, async (moment) => {
      const read = await readNights(moment, venue, rules, days);
      return { read, row: await rowOf(moment, venue, read, at, by) };
    });
    if (row === null) return { ...read, added: null };
    if (await store(db, venue, row, by)) {
      const { nights, mapping } = await inOneState(db, (moment) =>
        readNights(moment, venue, rules, days),
      );
      return { nights, mapping, added: row.version };
    }
    // This version was exported meanwhile: what is still missing becomes the next.
  }
}

/** Entry that an export adds; null for none. */
async function rowOf(
  moment: Tx,
  venue: VenueRow,
  { nights, mapping }: JournalNights,
  at: Date,
  { actor }: AuditContext,
): Promise<ExportRow | null> {
  const [booked] = nights;
  if (!booked) return null;
  const { night, entries, pending, categories } = booked;
  if (night.endMs > at.getTime()) throw new HttpError(409, journalMessages.notOver);
  if (entries.length > 0 && pending.length === 0) return null;
  const unnamed = unmappedAccounts(pending, mapping);
  if (unnamed.length > 0)
    throw fieldError(
      Object.fromEntries(unnamed.map((account) => [account, journalMessages.needsName(account)])),
    );
  const version = entries.length + 1;
  const numbers = await listLogNumbers(moment, venue.id);
  const row: ExportRow = {
    venue_id: venue.id,
    night: night.day,
    version,
    start_at: new Date(night.startMs),
    end_at: new Date(night.endMs),
    timezone: night.timezone,
    dated: version === 1 ? night.day : todayIn(night.timezone, at.getTime()),
    location: venue.name,
    lines: mappedLines(pending, mapping),
    categories,
    upto: Object.fromEntries(
      numbers.map(({ unit_number, last_number }) => [String(unit_number), last_number]),
    ),
    exported_at: at,
    exported_by: actor.person,
  };
  const overlapped = version === 1 ? await findOverlap(moment, row) : null;
  if (overlapped !== null)
    throw fieldError({ timezone: journalMessages.overlaps(overlapped) }, 409);
  return row;
}

const store = (db: Db, venue: VenueRow, row: ExportRow, by: AuditContext): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    if (!(await insertExport(transaction, row))) return false;
    await insertAudit(transaction, by, row.exported_at, {
      ownerId: venue.owner_id,
      action: 'journal.exported',
      target: `night ${row.night} of venue ${venue.name}`,
      newValue: { version: row.version, total: toDollars(totalsOf(row.lines).debitCents) },
    });
    return true;
  });
