/** Sells while the primary fails and its standby takes over, and verifies that no acknowledged order is lost. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startCutProxy } from './cut-proxy.ts';
import { startPair, systemPostgres } from './postgres-pair.ts';
import { type Audit, isClear, openLedger } from '../testing/ledger.ts';
import { report } from '../testing/outcome.ts';
import { send } from '../testing/responses.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient } from '../testing/test-client.ts';

export interface FailoverOutcome extends Audit {
  rounds: number;
  acknowledged: number;
  described: Record<string, number>;
  unclear: string[];
  /** Slowest response, and the time to recovery once the standby accepts writes. */
  slowestMs: number;
  slowestHealMs: number;
}

const at = (port: number) => ({ host: '127.0.0.1', port });

/**
 * null when the system has no PostgreSQL with its tools.
 * @param folder empty
 */
export async function failovers(
  folder: string,
  { rounds, clients }: { rounds: number; clients: number },
): Promise<FailoverOutcome | null> {
  const bin = systemPostgres();
  if (bin === null) return null;
  const pair = await startPair(bin, folder);
  const proxy = await startCutProxy(at(pair.primaryPort()));
  let product: Awaited<ReturnType<typeof startProduct>> | null = null;
  try {
    product = await startProduct(join(folder, 'data'), {
      DATABASE_URL: `postgres://barback@127.0.0.1:${proxy.port}/barback`,
      SEED: 'demo',
      LOG_LEVEL: 'silent',
    });
    const client = await openClient(product);
    const book = await openLedger(product, client);
    const { ledger } = book;
    const unclear: string[] = [];
    let slowestHealMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const selling = book.startSelling(clients);
      const enough = ledger.acknowledged.size + 30 * clients;
      while (ledger.acknowledged.size < enough) await wait(5);
      await pair.killPrimary();
      // Switched over too early: the standby does not accept writes yet.
      proxy.pointTo(at(pair.standbyPort()));
      const early = await send(product, '/api/orders', {
        token: client.key,
        body: { ingredients: [client.ingredientId] },
      });
      if (!isClear(early)) unclear.push(`read-only: ${early.status} ${early.message}`);
      await pair.promote();
      const back = performance.now();
      while ((await book.sell(randomUUID())).status !== 201) await wait(10);
      slowestHealMs = Math.max(slowestHealMs, performance.now() - back);
      await selling.stop();
      await book.settle();
      if (round < rounds - 1) await pair.follow();
    }
    return {
      ...(await book.audit(300)),
      rounds,
      acknowledged: ledger.acknowledged.size,
      described: Object.fromEntries(ledger.described),
      unclear: [...unclear, ...ledger.unclear],
      slowestMs: ledger.slowestMs,
      slowestHealMs,
    };
  } finally {
    await product?.stop();
    await proxy.close();
    await pair.stop();
  }
}

/** Kills a primary under load five times; its synchronous standby takes over. About two minutes. */
export async function failoverSuite(folder: string): Promise<void> {
  const found = await failovers(folder, { rounds: 5, clients: 8 });
  if (found === null) {
    console.log('NOT TRIED  failover: only PostgreSQL with pg_basebackup makes a standby');
    return;
  }
  report(
    'orders lost, doubled or answered otherwise by a failover',
    found.lost.length + Math.abs(found.doubled) + found.otherwise + found.centsApart,
    { most: 0 },
    `${found.acknowledged} acknowledged in ${found.rounds} rounds; ${JSON.stringify(found.described)}`,
  );
  report(
    'unclear answers meanwhile',
    found.unclear.length,
    { most: 0 },
    found.unclear.slice(0, 5).join('; '),
  );
  report('slowest answer in seconds', found.slowestMs / 1000, { most: 2 }, 'to a till');
  report(
    'slowest healing once the standby takes writes, in seconds',
    found.slowestHealMs / 1000,
    { most: 1 },
    'until it sells',
  );
}
