/**
 * What a backup is: a gzipped tar that opens with `barback-backup.json` and closes with `contents.json`, which tells what must
 * have come in between. Tables are what PostgreSQL's COPY writes, cut into parts; files lie as in the data folder.
 */
import { z } from 'zod';

export const headerName = 'barback-backup.json';
export const contentsName = 'contents.json';

const sqlName = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

export const archiveHeader = z.object({
  /** Of this layout. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Of the Barback that made it. */
  version: z.string(),
  /** What the database had seen, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
});
export type ArchiveHeader = z.output<typeof archiveHeader>;

const table = z.object({
  name: sqlName,
  columns: z.array(sqlName).min(1),
  rows: count,
  bytes: count,
  /** Of all its rows in the order of the primary key, as COPY writes them. */
  sha256,
});
export type CopiedTable = z.output<typeof table>;

const sequence = z.object({ name: sqlName, lastValue: count, isCalled: z.boolean() });
export type CopiedSequence = z.output<typeof sequence>;

const file = z.object({ name: z.string(), bytes: count, sha256 });
export type CopiedFile = z.output<typeof file>;

export const archiveContents = z.object({
  /** In the order in which they can be filled. */
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.array(file),
});
export type ArchiveContents = z.output<typeof archiveContents>;

export const keptSecrets = ['jwt-secret', 'secrets-key'] as const;

/** The folders of the data folder that are kept; the last only when asked for. */
export const keptFolders = ['files', 'renderings', 'outbox'] as const;

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;

/** The table that an entry is part of; null for a file. */
export const tableOfPart = (entry: string): string | null =>
  /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(entry)?.[1] ?? null;

/** Whether a file of this name may be laid into a data folder. */
export function isKeptFile(entry: string): boolean {
  if (keptSecrets.some((name) => entry === name)) return true;
  const [folder, ...rest] = entry.split('/');
  return (
    keptFolders.some((name) => name === folder) &&
    rest.length > 0 &&
    rest.every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part))
  );
}
