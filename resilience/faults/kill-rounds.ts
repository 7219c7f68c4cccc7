/** Sells at full speed, kills the product midway, restarts it and verifies that nothing is lost. */
import { randomUUID } from 'node:crypto';
import { report } from '../testing/outcome.ts';
import { type RunningProduct, startProduct, until } from '../testing/running-product.ts';
import { openClient, type TestClient } from '../testing/test-client.ts';

const sellers = 8;

export interface KillOutcome {
  rounds: number;
  acknowledged: number;
  lost: string[];
  doubled: number;
  slowestStartMs: number;
}

/** Every round after the first starts from the state of the previous one; every second round also kills PostgreSQL. */
export async function killRounds(dataDir: string, rounds: number): Promise<KillOutcome> {
  const acknowledged = new Map<string, string>();
  const pending = new Set<string>();
  const since = Date.now();
  let slowestStartMs = 0;

  let product = await startProduct(dataDir);
  const client = await openClient(product);
  const before = await client.count(product, since);
  for (let round = 0; round < rounds; round += 1) {
    const enough = acknowledged.size + 20 + Math.floor(Math.random() * 60);
    const selling = Array.from({ length: sellers }, () =>
      sellUntilCut(product, client, acknowledged, pending),
    );
    await until(() => acknowledged.size >= enough, 60_000);
    await product.kill(round % 2 === 1 ? 'postgres' : undefined);
    await Promise.all(selling);

    const started = performance.now();
    product = await startProduct(dataDir);
    if (round > 0) slowestStartMs = Math.max(slowestStartMs, performance.now() - started);
    // Orders without a response are resent with their idempotency key, as a unit does.
    for (const key of pending) acknowledged.set(key, await client.sell(product, key));
    pending.clear();
  }
  const stored = await client.ids(product, since);
  const total = (await client.count(product, since)) - before;
  await product.stop();
  return {
    rounds,
    acknowledged: acknowledged.size,
    lost: [...acknowledged.values()].filter((id) => !stored.has(id)),
    doubled: total - acknowledged.size,
    slowestStartMs,
  };
}

async function sellUntilCut(
  product: RunningProduct,
  client: TestClient,
  acknowledged: Map<string, string>,
  pending: Set<string>,
) {
  for (;;) {
    const key = randomUUID();
    pending.add(key);
    try {
      acknowledged.set(key, await client.sell(product, key));
      pending.delete(key);
    } catch {
      return;
    }
  }
}

/** 200 rounds of kill -9, about eight minutes. */
export async function killSuite(dataDir: string): Promise<void> {
  const { acknowledged, lost, doubled, rounds, slowestStartMs } = await killRounds(dataDir, 200);
  report(
    'orders lost or doubled by kill -9',
    lost.length + Math.abs(doubled),
    { most: 0 },
    `${acknowledged} acknowledged in ${rounds} rounds`,
  );
  const seconds = slowestStartMs / 1000;
  report('slowest start after kill -9, in seconds', seconds, { most: 4 }, 'until it answers');
}
