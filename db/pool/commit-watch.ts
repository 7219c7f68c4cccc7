/**
 * Bounds the wait for a commit. PostgreSQL does not: with synchronous_standby_names set, a commit waits until a standby has
 * it, and statement_timeout has ended by then.
 */
import type { PoolClient } from 'pg';

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

/** Connections given up while a node waits for a standby. Some changes of other venues wait for it too, such as of a unit. */
const mostGivenUp = 20;

const isWaiting = `
  wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '${patienceMs} milliseconds'`;

/** Selects whether a commit of this user has waited for a standby for ten seconds. */
export const selectStandbyAway = `
  select count(*) > 0 as "isStandbyAway" from pg_stat_activity where ${isWaiting}`;

/**
 * Selects the nodes of a distributed database on which a commit of this user has waited for a standby for ten seconds. One
 * that does not respond is left out.
 */
export const selectNodesWithoutStandby = `
  select nodename || ':' || nodeport as node
  from run_command_on_workers($$ select count(*) > 0 from pg_stat_activity where ${isWaiting} $$)
  where success and result = 't'
  order by 1`;

/** Where commits have waited for a synchronous standby for ten seconds. */
export interface StandbyAway {
  /** The server of DATABASE_URL, which takes no changes then. */
  isPrimary: boolean;
  /** Nodes of a distributed database as host:port, in order. */
  nodes: readonly string[];
}

interface Waiting {
  since: number;
  isLate: boolean;
  answered: Promise<void>;
  /** Reports the commit as unconfirmed. */
  late: () => void;
  /** True where its connection may be closed then. */
  canGiveUp: boolean;
}

interface CommitLimits {
  /** Longest wait for a commit; 0 for no limit. */
  limitMs: number;
  /** Finds where commits wait for a standby; called once a second from when one has waited for ten seconds. */
  findAway: () => Promise<StandbyAway>;
  /** Called when that has changed. */
  onStandby: (away: StandbyAway) => void;
}

/**
 * A connection whose commit is late stays checked out until the server has answered. If it were closed, its backend would
 * wait on, and new connections would use up those of the server. One that waits for a node of a distributed database is
 * closed, so that other venues can use another, as what needs the node is refused from then on.
 */
export class CommitWatch {
  readonly #limits: CommitLimits;
  /** In the order in which their commits were sent. */
  readonly #waiting = new Map<PoolClient, Waiting>();
  readonly #timer: NodeJS.Timeout;
  #away: StandbyAway = { isPrimary: false, nodes: [] };
  #isLooking = false;
  #givenUp = 0;
  #isClosing = false;

  constructor(limits: CommitLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => void this.#look(), checkIntervalMs).unref();
  }

  /** True while a commit of any process has waited for a standby for more than ten seconds. */
  get isStandbyAway(): boolean {
    return this.#away.isPrimary;
  }

  get isAnyAway(): boolean {
    return this.isStandbyAway || this.awayNodes.length > 0;
  }

  /** Nodes on which a commit of any process has waited for a standby for more than ten seconds. */
  get awayNodes(): readonly string[] {
    return this.#away.nodes;
  }

  /**
   * Rejects with UnconfirmedError when `commit` takes too long, or is only known to be on the primary.
   * @param canGiveUp true for work of one venue, which is refused once its node waits for a standby
   */
  confirm<T>(client: PoolClient, commit: Promise<T>, canGiveUp = false): Promise<T> {
    const { limitMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const late = (): void => {
        waiting.isLate = true;
        reject(new UnconfirmedError('The database has not confirmed a commit in time'));
        if (this.#isClosing) close(client);
      };
      const waiting: Waiting = {
        since: performance.now(),
        isLate: false,
        answered: Promise.resolve(),
        late,
        canGiveUp,
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
    const { isPrimary, nodes } = this.#away;
    if (this.#isLooking || !(isPrimary || nodes.length > 0 || hasWaited(oldest))) return;
    this.#isLooking = true;
    // While the database cannot be reached, nothing new is known.
    this.#away = await this.#limits.findAway().catch(() => this.#away);
    this.#isLooking = false;
    const isSame = this.#away.nodes.join() === nodes.join() && this.#away.isPrimary === isPrimary;
    if (!isSame) this.#limits.onStandby(this.#away);
    if (this.#away.nodes.length === 0) this.#givenUp = 0;
    else this.#giveUpLate();
  }

  #giveUpLate(): void {
    for (const [client, waiting] of this.#waiting) {
      if (!waiting.canGiveUp || waiting.isLate || !hasWaited(waiting)) continue;
      if (this.#givenUp === mostGivenUp) return;
      this.#givenUp += 1;
      waiting.late();
      close(client);
    }
  }
}

const hasWaited = (waiting: Waiting | undefined): boolean =>
  waiting !== undefined && performance.now() - waiting.since > patienceMs;

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
