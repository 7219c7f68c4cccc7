/**
 * Backup format: a gzipped tar that starts with `barback-backup.json` and ends with `contents.json`, which lists all
 * entries between them. Tables are PostgreSQL COPY output, split into parts; files are laid out as in the data folder.
 */
import { z } from 'zod';

export const headerName = 'barback-backup.json';
export const contentsName = 'contents.json';

const sqlName = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

export const archiveHeader = z.object({
  /** Version of this layout. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Barback version that created it. */
  version: z.string(),
  /** Migrations applied to the database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
});
export type ArchiveHeader = z.output<typeof archiveHeader>;

const table = z.object({
  name: sqlName,
  columns: z.array(sqlName).min(1),
  rows: count,
  bytes: count,
  /** Hash of all rows in primary key order, in COPY format. */
  sha256,
});
export type CopiedTable = z.output<typeof table>;

const sequence = z.object({ name: sqlName, lastValue: count, isCalled: z.boolean() });
export type CopiedSequence = z.output<typeof sequence>;

const file = z.object({ name: z.string(), bytes: count, sha256 });
export type CopiedFile = z.output<typeof file>;

export const archiveContents = z.object({
  /** In an order that satisfies foreign keys. */
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.array(file),
});
export type ArchiveContents = z.output<typeof archiveContents>;

export const storedSecrets = ['jwt-secret', 'secrets-key'] as const;

/** Folders of the data folder that are included; the last only on request. */
export const storedFolders = ['files', 'renderings', 'outbox'] as const;

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;

/** Table that an entry belongs to; null for a file. */
export const tableOfPart = (entry: string): string | null =>
  /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(entry)?.[1] ?? null;

/** True when a file of this name may be restored into a data folder. */
export function isStoredFile(entry: string): boolean {
  if (storedSecrets.some((name) => entry === name)) return true;
  const [folder, ...rest] = entry.split('/');
  return (
    storedFolders.some((name) => name === folder) &&
    rest.length > 0 &&
    rest.every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part))
  );
}
