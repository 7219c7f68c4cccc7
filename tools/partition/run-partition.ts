/** npm run partition: says what it would do; with --yes, does it. */
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { requireMigrated } from '../../db/migrate.ts';
import { detachMonth, listDetachable } from '../../db/partitions/detach.ts';
import { abandon, inOne, partition, patience } from '../../db/partitions/partition.ts';
import { listMonths } from '../../db/partitions/prepare.ts';
import { checkPossible, findState } from '../../db/partitions/state.ts';
import { connect, withClient } from '../../db/pool/connect.ts';
import { messageOf } from '../../db/start-error.ts';
import { BackupError, count, runCommand, type Terminal } from '../terminal.ts';
import { openOwnDatabase } from '../own-database.ts';

const usage = 'it takes --yes, --abandon, or --detach-before 2024-01-01 with --yes';
const batchSize = 2_000;

interface Options {
  yes: boolean;
  abandon: boolean;
  /** First day of the month before which partitions are detached. */
  detachBeforeMs: number | null;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        yes: { type: 'boolean', default: false },
        abandon: { type: 'boolean', default: false },
        'detach-before': { type: 'string' },
      },
    });
    const { yes, abandon: abandons, 'detach-before': before } = values;
    if (abandons && before !== undefined) throw new Error('--abandon and --detach-before');
    return { yes, abandon: abandons, detachBeforeMs: before === undefined ? null : dayOf(before) };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${messageOf(error).split(/[.\n]/)[0] ?? ''}: ${usage}.`);
  }
}

function dayOf(text: string): number {
  const ms = /^\d{4}-\d{2}-01$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new BackupError(
      `--detach-before is '${text}', but must be the first day of a month, like 2024-01-01.`,
    );
  }
  return ms;
}

/** Exit code: 0 when the command is done, or when it could be. */
export function runPartition(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out, stop } = terminal;
  return runCommand(terminal, async (environment) => {
    const options = readOptions(args);
    const { target, leave } = await openOwnDatabase(environment, out);
    const connection = connect(target, { max: 1 });
    const { receiptDays } = environment;
    try {
      await withClient(target, async (client) => {
        const run = { client, receiptDays, out, stop };
        // A conversion that an earlier release began comes before the migrations of this one.
        const isUnderWay = ['copying', 'exchanged'].includes(await findState(client));
        if (!isUnderWay) await requireMigrated(connection);
        await checkPossible(client);
        if (options.detachBeforeMs !== null) await detach(run, options.detachBeforeMs, options.yes);
        else if (options.abandon) await abandonRun(run);
        else await convert(run, options.yes);
      });
    } catch (error) {
      if (!stop.aborted) throw error;
      throw new BackupError('Stopped. To go on: npm run partition -- --yes');
    } finally {
      await connection.close();
      await leave();
    }
  });
}

interface Run extends Pick<Terminal, 'out' | 'stop'> {
  client: Client;
  receiptDays: number;
}

const retriesOf = ({ out, stop }: Run) => ({ patience, print: out, stop });

async function convert(run: Run, yes: boolean): Promise<void> {
  const { client, receiptDays, out, stop } = run;
  const state = await findState(client);
  if (state === 'partitioned') {
    out('The tables orders, ordered_drinks and pours are partitioned by month.');
    return;
  }
  if (state === 'plain') {
    const { rows } = await client.query<{ mb: string; orders: number }>(
      `select round(sum(pg_total_relation_size(oid)) / 1e6, 1) as mb,
         greatest(max(reltuples) filter (where relname = 'orders'), 0) as orders
       from pg_class where oid in ('orders'::regclass, 'ordered_drinks'::regclass, 'pours'::regclass)`,
    );
    const months = await listMonths(client);
    out(
      `Partitions orders, ordered_drinks and pours (${rows[0]?.mb ?? '?'} MB, about ${count(rows[0]?.orders ?? 0, 'order')}) into ${count(months.length, 'month')}, ${months[0]?.name.replace('_', '-') ?? ''} to ${months.at(-1)?.name.replace('_', '-') ?? ''}.`,
    );
    out(
      'They are copied in batches while sales are stored, which needs their size on the disk again, and exchanged in less than a second. An interrupted run continues; before the exchange, --abandon removes the copies.',
    );
  } else {
    out(
      state === 'copying'
        ? 'The tables are being copied: a run was interrupted, or is still under way.'
        : 'The tables are exchanged; the old ones are still to be removed.',
    );
  }
  if (!yes) {
    out(`To ${state === 'plain' ? 'begin' : 'continue'}: npm run partition -- --yes`);
    return;
  }
  const started = performance.now();
  let reported = 0;
  await partition(client, {
    batchSize,
    receiptDays,
    retries: retriesOf(run),
    stop,
    onStep: (step) => out(`${secondsSince(started)}  ${step}`),
    onCopied: (orders) => {
      if (orders - reported < 100_000) return;
      reported = orders;
      out(`${secondsSince(started)}  copied ${count(orders, 'order')}`);
    },
  });
  out(`Done in ${secondsSince(started)}.`);
}

async function abandonRun(run: Run): Promise<void> {
  const state = await findState(run.client);
  if (state !== 'copying') {
    throw new BackupError(
      state === 'plain'
        ? 'The tables are not being partitioned: there is nothing to abandon.'
        : 'The tables are exchanged already: that cannot be abandoned. To remove the old ones: npm run partition -- --yes',
    );
  }
  await abandon(run.client, retriesOf(run));
  run.out('Abandoned. The copies are removed, and the database is as it was.');
}

async function detach(run: Run, beforeMs: number, yes: boolean): Promise<void> {
  const { client, receiptDays, out, stop } = run;
  if ((await findState(client)) !== 'partitioned') {
    throw new BackupError('The tables are not partitioned: npm run partition does that.');
  }
  const months = await listDetachable(client, beforeMs, receiptDays);
  if (months.length === 0) {
    out('There are no partitions before that date.');
    return;
  }
  if (!yes) {
    out(
      `Detaches ${months.map(({ name }) => name.replace('_', '-')).join(', ')}: these sales disappear from reports, lists and backups, and their open cases are settled as not asked for. Sums of whole hours, days and months stay. To begin, add --yes.`,
    );
    return;
  }
  const tables: string[] = [];
  for (const month of months) {
    stop.throwIfAborted();
    let detached: string[] = [];
    await inOne(client, retriesOf(run), async () => {
      detached = await detachMonth(client, month);
    });
    tables.push(...detached);
    out(`Detached ${month.name.replace('_', '-')}: ${detached.join(', ')}`);
  }
  out(
    `To archive them: pg_dump --table '${tables[0]?.split('.')[0] ?? ''}.*'. To drop them: drop table ${tables.toReversed().join(', ')};`,
  );
}

const secondsSince = (started: number): string =>
  `${((performance.now() - started) / 1000).toFixed(1)} s`;
