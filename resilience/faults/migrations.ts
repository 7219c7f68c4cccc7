/** Migrations of each kind while orders arrive and a long download holds a lock on the orders. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attachEmbedded } from '../../db/embedded/embedded.ts';
import { migrate, type MigrateOptions } from '../../db/migrate.ts';
import { defaultPatience } from '../../db/migration-files.ts';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { type Outcome, sellBeside, type Shared } from './fair-shares.ts';
import { report } from '../testing/outcome.ts';
import { startProduct, until } from '../testing/running-product.ts';
import { openClient } from '../testing/test-client.ts';

export interface MigrationKind {
  what: string;
  sql: string;
}

/** Each names its objects `trial_`, by which its statements are found. */
export const migrationKinds: readonly MigrationKind[] = [
  { what: 'a new column', sql: 'alter table orders add column trial_note text;' },
  {
    what: 'a new check, validated later',
    sql: `-- no transaction
alter table orders add constraint trial_check check (fee_cents is null or fee_cents > -1) not valid;
alter table orders validate constraint trial_check;
`,
  },
  {
    what: 'an index built concurrently',
    sql: `-- no transaction
create index concurrently trial_by_price on orders (price_cents);
`,
  },
  {
    what: 'several tables in one transaction',
    sql: `create table trial_things (id int primary key);
alter table units add column trial_things int default 7;
alter table orders add column trial_things int default 7;
`,
  },
];

const product = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const patienceMs = 60_000;

/**
 * Sells until the migration is applied. The download ends only when `least` orders were stored while the migration
 * waited for it.
 * @param folder without migrations
 */
export async function migrateWhileSelling(
  { connection, shared, folder }: { connection: Connection; shared: Shared; folder: string },
  kind: MigrationKind,
  least: number,
  options: MigrateOptions = {},
): Promise<Outcome> {
  const { pool, downloads } = connection;
  const files = join(folder, 'migrations');
  await rm(files, { recursive: true, force: true });
  await mkdir(files);
  await cp(product, files, { recursive: true });
  await writeFile(join(files, '9999-trial.sql'), kind.sql);
  const countOrders = async (): Promise<number> =>
    (await pool.query<{ count: number }>('select count(*) from orders')).rows[0]?.count ?? 0;
  const waits = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%trial\\_%' and pid <> pg_backend_pid()`,
    );
    return rows.length > 0;
  };
  const migrating = async (): Promise<number> => {
    const download = await downloads.connect();
    try {
      await download.query('begin isolation level repeatable read');
      await download.query('select count(*) from orders');
      const applied = migrate(connection, { ...options, folder: files });
      await until(waits, patienceMs);
      const before = await countOrders();
      await until(async () => (await countOrders()) >= before + least, patienceMs);
      await download.query('commit');
      return (await applied).applied.length;
    } finally {
      download.release(true);
    }
  };
  try {
    return await sellBeside(shared, [migrating()], least);
  } finally {
    // The next kind has the same number, and the product does not know this one.
    await pool.query(`delete from schema_migrations where name = '9999-trial.sql'`);
  }
}

const idleSales = 200;
const salesWhileWaiting = 300;

/**
 * A migration of each kind on the running product, while orders arrive and a download holds a lock. The short form is
 * migrations.test.ts.
 */
export async function migrationsSuite(folder: string): Promise<void> {
  const product = await startProduct(folder);
  const target = await attachEmbedded(folder);
  if (target === null) throw new Error(`No database runs in ${folder}`);
  const connection = connect(target);
  try {
    const { token, venueId, unitNumber, key, ingredientId } = await openClient(product);
    const seller = { unitNumber, key, item: { ingredients: [ingredientId] } };
    const shared: Shared = { url: product.url, seller, noisy: { ...seller, token, venueId } };
    const idle = longestMs(await sellBeside(shared, [], idleSales));
    for (const kind of migrationKinds) {
      const trial = { connection, shared, folder };
      const outcome = await migrateWhileSelling(trial, kind, salesWhileWaiting);
      const longest = longestMs(outcome);
      report(
        `longest sale during ${kind.what} / (2 s for the lock + the longest idle sale)`,
        longest / (defaultPatience.lockTimeoutMs + idle),
        { most: 1 },
        `${longest.toFixed(0)} ms of ${outcome.sales.length} sales; idle ${idle.toFixed(0)} ms`,
      );
      const failed = outcome.sales.filter(({ status }) => status !== 201).length;
      report(`failed sales during ${kind.what}`, failed, { most: 0 }, '');
    }
  } finally {
    await connection.close();
    await product.stop();
  }
}

const longestMs = ({ sales }: Outcome): number => Math.max(...sales.map(({ ms }) => ms));
