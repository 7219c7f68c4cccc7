/** Order intake from 16 concurrent units, compared with a bare script that runs the same statements. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { connect } from '../db/pool/connect.ts';
import { replay } from './intake-replay.ts';
import { makeSellers, type Seller } from './intake-sellers.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { report } from './outcome.ts';
import { serve } from './process.ts';

const seconds = 10;

export async function benchIntake({ connection, embedded }: BenchDatabase): Promise<void> {
  const sellers = await makeSellers(connection, 16);
  const bare = connect(embedded.target, { max: sellers.length });
  const bareRate = await replay(bare, sellers, seconds);
  await bare.close();

  const server = await serve('serve.ts', embedded.target, '--summing');
  await sell(server.url, sellers, 3);
  const ours = await sell(server.url, sellers, seconds);
  await server.stop();
  report(
    'BASE-06 orders taken in at 16 connections / same statements bare',
    ours / bareRate,
    { least: 0.5 },
    `${ours.toFixed(0)} / ${bareRate.toFixed(0)} a second at ${sellers.length} connections`,
  );
}

/** The same on a database of a few sales, for a check within a minute or two. */
export async function benchQuickIntake(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  try {
    await benchIntake(database);
  } finally {
    await database.close();
  }
}

/** Each connection is one unit that sends its next order as soon as it receives the response. */
export async function sell(
  url: string,
  sellers: readonly Seller[],
  duration: number,
): Promise<number> {
  let next = 0;
  const result = await autocannon({
    url: `${url}/api/orders`,
    method: 'POST',
    connections: sellers.length,
    duration,
    setupClient: (client) => {
      const seller = sellers[next++ % sellers.length];
      if (!seller) return;
      const order = () => ({
        method: 'POST' as const,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${seller.key}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({
          date: Date.now(),
          drinks: [{ drinkId: seller.drinkId }],
          tips: 1,
          duration: 30_000,
        }),
      });
      client.setRequests([{ ...order(), setupRequest: (request) => ({ ...request, ...order() }) }]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} orders refused, ${result.errors} failed`);
  return result.requests.average;
}
