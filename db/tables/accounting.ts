// Row types of the exported journals and of the accounts that they are booked on.
import type { ColumnType } from 'kysely';
import type { Time } from './column-types.ts';

export interface JournalAccountsTable {
  owner_id: string;
  account: string;
  name: string;
  code: string;
}

export interface JournalExportsTable {
  venue_id: string;
  night: string;
  version: number;
  start_at: Time;
  end_at: Time;
  timezone: string;
  dated: string;
  location: string;
  lines: ColumnType<Record<string, unknown>, string, never>;
  categories: ColumnType<Record<string, unknown>, string, never>;
  /** By unit number. */
  upto: ColumnType<Record<string, number>, string, never>;
  exported_at: Time;
  exported_by: string;
}
