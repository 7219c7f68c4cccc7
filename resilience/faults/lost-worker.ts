/** Kills a worker of a distributed database while units of two venues sell. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../testing/until.ts';
import { compareStored, type Sold, startCluster, startSelling, type Stored } from './cluster.ts';
import { signalAll } from './postgres-pair.ts';

export interface LostWorkerOutcome {
  /** Of the venue on the worker that stays, and of the one on the worker that is killed. */
  stays: VenueOutcome;
  killed: VenueOutcome;
  /** Sales of the first venue while the worker was down, over all rounds. */
  soldMeanwhile: number;
  /** From the restart of the worker until the venue sells again. */
  backMs: number[];
}

export type VenueOutcome = Stored & Omit<Sold, 'acknowledged'> & { acknowledged: number };

/** @param folder empty */
export async function loseWorker(folder: string, rounds: number): Promise<LostWorkerOutcome> {
  const running = await startCluster(folder);
  const { cluster, product, sellers } = running;
  try {
    const stays = startSelling(product, sellers[0]);
    const killed = startSelling(product, sellers[1]);
    const worker = cluster.workers[1];
    if (!worker) throw new Error('There are two workers');
    const sells = ({ sold }: typeof stays): Promise<void> => {
      const before = sold.acknowledged.size;
      return until(() => sold.acknowledged.size > before + 20, 30_000);
    };
    let soldMeanwhile = 0;
    const backMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await sells(killed);
      // At any moment of an order.
      await wait(Math.random() * 200);
      await signalAll(worker.pid(), 'SIGKILL');
      await until(() => killed.sold.refused.size > 0, 30_000);
      const before = stays.sold.acknowledged.size;
      await sells(stays);
      soldMeanwhile += stays.sold.acknowledged.size - before;
      await worker.restart();
      const started = performance.now();
      await sells(killed);
      backMs.push(performance.now() - started);
    }
    await Promise.all([stays.stop(), killed.stop()]);
    const outcome = async (at: 0 | 1, { sold }: typeof stays): Promise<VenueOutcome> => ({
      ...(await compareStored(running, at, sold)),
      ...sold,
      acknowledged: sold.acknowledged.size,
    });
    return {
      stays: await outcome(0, stays),
      killed: await outcome(1, killed),
      soldMeanwhile,
      backMs,
    };
  } finally {
    await running.stop();
  }
}
