import { hash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { productFolder } from './product-folder.ts';

export interface Migration {
  /** File name, such as 0001-first-tables.sql. */
  name: string;
  checksum: string;
  statements: string[];
  /** Whether the file starts with `-- no transaction`: its statements are committed one by one. */
  isOneByOne: boolean;
  /**
   * Number of the oldest migration whose release still runs on the migrated database, from a comment such as
   * `-- compatible since: 0013`; null when no earlier release does.
   */
  compatibleSince: string | null;
}

const migrationsFolder = join(productFolder, 'db/migrations');

/** Reads the files of db/migrations, or of another folder, in order. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have converted line endings.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = hash('sha256', sql, 'hex');
      return { name, checksum, ...parse(name, sql) };
    }),
  );
}

/** Number of a migration: 0001 of 0001-first-tables.sql. */
export const numberOf = (name: string): string => name.slice(0, 4);

function parse(name: string, sql: string): Omit<Migration, 'name' | 'checksum'> {
  const comments = /^(?:--.*\n)*/.exec(sql)?.[0] ?? '';
  const since = /^-- compatible since: (\d{4})$/m.exec(comments)?.[1] ?? null;
  if (/compatible since/i.test(comments) && (since === null || since >= numberOf(name))) {
    throw new Error(
      `${name}: write the number of an earlier migration, as in "-- compatible since: 0013"`,
    );
  }
  const isOneByOne = comments.startsWith('-- no transaction\n');
  if (!isOneByOne && /\bno transaction\b/i.test(comments)) {
    throw new Error(`${name}: the first line must be "-- no transaction"`);
  }
  const statements = isOneByOne ? splitPlain(name, sql) : splitStatements(sql);
  return { statements, isOneByOne, compatibleSince: since };
}

/**
 * Splits a file at the semicolons outside of comments, strings and bodies in dollar quotes. Citus passes the text of a
 * statement on to its nodes, which refuse an ALTER TABLE together with others.
 */
export const splitStatements = (sql: string): string[] =>
  (sql.match(/(?:--[^\n]*|'[^']*'|\$(\w*)\$[^]*?\$\1\$|[^;'$-]+|[-$])+/g) ?? [])
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');

function splitPlain(name: string, sql: string): string[] {
  const withoutComments = sql.replaceAll(/^\s*--.*$/gm, '').trim();
  if (withoutComments.includes('$$') || !withoutComments.endsWith(';')) {
    throw new Error(
      `${name}: without a transaction, each statement ends with ";" at the end of a line and has no body in $$`,
    );
  }
  return withoutComments.split(/;\s*$/m).flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
}
