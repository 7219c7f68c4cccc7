/** Exported entries of journals, and the accounts of owners that they are booked on. */
import type { Selectable } from 'kysely';
import type { JournalExportsTable } from '../../db/tables/accounting.ts';
import type { Db } from '../../db/tables/tables.ts';
import type {
  AccountMapping,
  EntryLine,
  MappedAccount,
} from '../../rules/accounting/journal-files.ts';
import type { JournalAccount, SalesCategory } from '../../rules/accounting/journal.ts';

export type ExportRow = Omit<Selectable<JournalExportsTable>, 'lines' | 'categories'> & {
  lines: EntryLine[];
  categories: Record<string, SalesCategory>;
};

/** Lists the exported entries of the nights, both included, by night and version. */
export const listExports = (
  db: Db,
  venueId: string,
  { from, to }: { from: string; to: string },
): Promise<ExportRow[]> =>
  db
    .selectFrom('journal_exports')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('night', '>=', from)
    .where('night', '<=', to)
    .orderBy('night')
    .orderBy('version')
    .$castTo<ExportRow>()
    .execute();

/** Finds an exported night that shares time with this one. */
export async function findOverlap(
  db: Db,
  { venue_id, night, start_at, end_at }: ExportRow,
): Promise<string | null> {
  const row = await db
    .selectFrom('journal_exports')
    .select('night')
    .where('venue_id', '=', venue_id)
    .where('version', '=', 1)
    .where('night', '!=', night)
    .where('start_at', '<', end_at)
    .where('end_at', '>', start_at)
    .orderBy('night')
    .limit(1)
    .executeTakeFirst();
  return row?.night ?? null;
}

/** Returns false where this version was exported meanwhile. */
export async function insertExport(db: Db, row: ExportRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('journal_exports')
    .values({
      ...row,
      lines: JSON.stringify(row.lines),
      categories: JSON.stringify(row.categories),
      upto: JSON.stringify(row.upto),
    })
    .onConflict((conflict) => conflict.columns(['venue_id', 'night', 'version']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function readMapping(db: Db, ownerId: string): Promise<AccountMapping> {
  const rows = await db
    .selectFrom('journal_accounts')
    .select(['account', 'name', 'code'])
    .where('owner_id', '=', ownerId)
    .execute();
  return Object.fromEntries(rows.map(({ account, name, code }) => [account, { name, code }]));
}

export async function upsertAccount(
  db: Db,
  ownerId: string,
  account: JournalAccount,
  { name, code }: MappedAccount,
): Promise<void> {
  await db
    .insertInto('journal_accounts')
    .values({ owner_id: ownerId, account, name, code })
    .onConflict((conflict) => conflict.columns(['owner_id', 'account']).doUpdateSet({ name, code }))
    .execute();
}
