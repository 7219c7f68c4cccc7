/** Fair shares of the connections: what one client can occupy leaves some for the others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import pLimit, { type LimitFunction } from 'p-limit';

/** Connections of each kind of work, which no other kind can occupy. */
export const laneSizes = { requests: 6, orders: 6, jobs: 2, health: 1 } as const;

/** Connections of downloads, each held until the export is complete. */
export const mostDownloads = 5;

/** Connections of the job queue: two that listen for new jobs, and two that fetch and settle them. */
export const mostForQueue = 4;

export type PoolPriority = keyof typeof laneSizes;

export type Lanes = Readonly<Record<PoolPriority, Pool>>;

/** Connections that clients with the same key can hold at once. */
export interface Share {
  key: string;
  most: number;
}

export interface LaneContext {
  lane: PoolPriority;
  shares: readonly Share[];
  /** True for work that the node of its venue can do. */
  onNode?: boolean;
  commits: 'usual' | 'local';
}

/**
 * Connections of requests that changes can hold at once. The others are left to reads while commits wait for a standby.
 */
export const shareOfChanges: Share = { key: 'changes', most: laneSizes.requests - 2 };

/** True for work that may change something. */
export const isChanging = ({ lane, shares }: LaneContext): boolean =>
  lane === 'orders' || lane === 'jobs' || shares.includes(shareOfChanges);

/** Beyond this a client would wait for many seconds, and is rejected at once instead. */
const mostWaiting = 1_000;

/** Longest wait for a share: a request that has one can wait for a lock as long as a statement may take. */
const longestWaitMs = 15_000;

const context = new AsyncLocalStorage<LaneContext>();

/**
 * Runs `work` with connections of this lane, and at most the given shares of them.
 * @param commits `local` waits for no standby: what `work` changes may be lost with the primary
 */
export const withPriority = <T>(
  lane: PoolPriority,
  shares: readonly Share[],
  work: () => T,
  commits: 'usual' | 'local' = 'usual',
): T => context.run({ lane, shares, commits }, work);

/** Runs `work` on the node of its venue, where there is one, or not. */
export const withNode = <T>(onNode: boolean, work: () => T): T =>
  context.run({ ...currentLane(), onNode }, work);

export const currentLane = (): LaneContext =>
  context.getStore() ?? { lane: 'requests', shares: [], commits: 'usual' };

/** Too many requests wait for a connection already. */
export class BusyError extends Error {
  override name = 'BusyError';
}

const limits = new Map<string, LimitFunction>();

/**
 * Waits for a slot in each of the shares, in order of arrival; returns the function that frees them. What holds a
 * connection must not wait for a second one: enough of such requests would wait for each other.
 */
export async function takeShares(shares: readonly Share[]): Promise<() => void> {
  const taken: (() => void)[] = [];
  const free = (): void => taken.splice(0).forEach((one) => one());
  try {
    for (const share of shares) taken.push(await takeShare(share));
  } catch (error) {
    free();
    throw error;
  }
  return free;
}

function takeShare({ key, most }: Share): Promise<() => void> {
  const limit = limits.get(key) ?? pLimit(most);
  rejectExcess(limit.pendingCount);
  limits.set(key, limit);
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = (): void => {
      isLate = true;
      reject(new BusyError(tooManyWait));
    };
    const timer = limit.activeCount < most ? undefined : setTimeout(late, longestWaitMs);
    const hold = async (): Promise<void> => {
      await limit(() => {
        clearTimeout(timer);
        return isLate ? undefined : new Promise<void>((release) => resolve(release));
      });
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    };
    void hold();
  });
}

const tooManyWait = 'Too many requests wait for the database';

/** Throws BusyError when so many wait that another one would wait too long. */
export function rejectExcess(waiting: number): void {
  if (waiting >= mostWaiting) throw new BusyError(tooManyWait);
}

/** Keys that hold or wait for a slot. */
export const keysInUse = (): string[] => [...limits.keys()];
