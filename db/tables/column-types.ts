/** Column types for reading and writing: generated columns and nullable columns. */
import type { ColumnType } from 'kysely';

/** timestamptz, read as a Date. */
export type Time = ColumnType<Date, Date, Date>;
export type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type MadeTime = ColumnType<Date, Date | undefined, Date>;
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** jsonb with a number for each key. */
export type NumbersByKey = ColumnType<
  Record<string, number> | null,
  Record<string, number> | null | undefined,
  never
>;

/** jsonb, read as an object, written as text. */
export type Json = ColumnType<Record<string, unknown> | null, string | null | undefined, never>;

/** jsonb that is always there, read as an object, written as text. */
export type StoredJson = ColumnType<Record<string, unknown>, string, never>;
