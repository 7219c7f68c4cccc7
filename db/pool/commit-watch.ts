/**
 * Bounds the wait for a commit. PostgreSQL does not: with synchronous_standby_names set, a commit waits until a standby has
 * it, and statement_timeout has ended by then.
 */
import type { Pool, PoolClient } from 'pg';

/** The outcome of a commit is unknown: it is not confirmed, or not known to be on a standby. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/** Nothing was changed, because commits wait for a standby. */
export class StandbyAwayError extends Error {
  override name = 'StandbyAwayError';
}

const checkIntervalMs = 1_000;
const patienceMs = 10_000;

/** Selects whether a commit of this user has waited for a standby for ten seconds. */
export const selectStandbyAway = `
  select count(*) > 0 as "isStandbyAway" from pg_stat_activity
  where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '${patienceMs} milliseconds'`;

interface Waiting {
  since: number;
  isLate: boolean;
  answered: Promise<void>;
}

interface CommitLimits {
  /** Longest wait for a commit; 0 for no limit. */
  limitMs: number;
  /** Called when commits begin to wait for a standby, and when they do not any more. */
  onStandby: (isAway: boolean) => void;
}

/**
 * A connection whose commit is late stays checked out until the server has answered. If it were closed, its backend would
 * wait on, and new connections would use up those of the server.
 */
export class CommitWatch {
  readonly #health: Pool;
  readonly #limits: CommitLimits;
  /** In the order in which their commits were sent. */
  readonly #waiting = new Map<PoolClient, Waiting>();
  readonly #timer: NodeJS.Timeout;
  #isStandbyAway = false;
  #isLooking = false;
  #isClosing = false;

  constructor(health: Pool, limits: CommitLimits) {
    this.#health = health;
    this.#limits = limits;
    this.#timer = setInterval(() => void this.#look(), checkIntervalMs).unref();
  }

  /** True while a commit of any process has waited for a standby for more than ten seconds. */
  get isStandbyAway(): boolean {
    return this.#isStandbyAway;
  }

  /** Rejects with UnconfirmedError when `commit` takes too long, or is only known to be on the primary. */
  confirm<T>(client: PoolClient, commit: Promise<T>): Promise<T> {
    const { limitMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const waiting = { since: performance.now(), isLate: false, answered: Promise.resolve() };
      const late = (): void => {
        waiting.isLate = true;
        reject(new UnconfirmedError('The database has not confirmed a commit in time'));
        if (this.#isClosing) close(client);
      };
      const timer = limitMs === 0 ? undefined : setTimeout(late, limitMs);
      const answer = async (): Promise<void> => {
        try {
          const result = await commit;
          if (cancelled.delete(client))
            throw new UnconfirmedError('The wait of a commit for a standby was cancelled');
          resolve(result);
        } catch (error) {
          reject(error);
        } finally {
          clearTimeout(timer);
          this.#waiting.delete(client);
        }
      };
      this.#waiting.set(client, waiting);
      waiting.answered = answer();
    });
  }

  /** True while the server has not answered a commit of this connection that is late. */
  isLate(client: PoolClient): boolean {
    return this.#waiting.get(client)?.isLate === true;
  }

  /** Runs `work` at once, or when the server has answered the commit of this connection. */
  afterAnswer(client: PoolClient, work: () => void): void {
    const waiting = this.#waiting.get(client);
    if (waiting === undefined) work();
    else void waiting.answered.then(work);
  }

  /** Closes connections with late commits, now and later: their pools could not end. */
  close(): void {
    clearInterval(this.#timer);
    this.#isClosing = true;
    for (const [client, { isLate }] of this.#waiting) if (isLate) close(client);
  }

  async #look(): Promise<void> {
    const [oldest] = this.#waiting.values();
    const isSuspect = oldest !== undefined && performance.now() - oldest.since > patienceMs;
    if (this.#isLooking || !(isSuspect || this.#isStandbyAway)) return;
    this.#isLooking = true;
    const was = this.#isStandbyAway;
    // While the database cannot be reached, nothing new is known.
    this.#isStandbyAway = await this.#readStandbyAway().catch(() => was);
    this.#isLooking = false;
    if (this.#isStandbyAway !== was) this.#limits.onStandby(this.#isStandbyAway);
  }

  async #readStandbyAway(): Promise<boolean> {
    const { rows } = await this.#health.query<{ isStandbyAway: boolean }>(selectStandbyAway);
    return rows[0]?.isStandbyAway === true;
  }
}

const close = ({ connection }: PoolClient): void => void connection.stream.destroy();

/** Connections on which the wait of the last commit was cancelled. */
const cancelled = new WeakSet<PoolClient>();

/**
 * Notes when the wait of a commit for a standby is cancelled: PostgreSQL then reports success, with a warning that the
 * transaction may be on the primary only.
 */
export function noteCancelledWaits(client: PoolClient): void {
  // The message is translated, the name of the function is not.
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') cancelled.add(client);
  });
}
