import type { Pool } from 'pg';
import type { Db } from '../tables/tables.ts';
import type { Connection, ReplicaConnection } from './connect.ts';
import type { LogPosition } from './log-position.ts';
import { flushedPosition, isSameDatabase, replayedPosition } from './replication.ts';

/**
 * - used: reads go to it
 * - behind: it replays the log of the primary too late
 * - unreachable: it does not respond, or a connection to it broke a moment ago
 * - other: it is not a standby of this database
 */
export type ReplicaState = 'used' | 'behind' | 'unreachable' | 'other';

export interface ReplicaFigures {
  state: ReplicaState;
  /** Age of what it has replayed: at most so much, to half a second; null before it has caught up once. */
  secondsBehind: number | null;
  /** Bytes of the log that it has not replayed; null while it does not respond. */
  bytesBehind: number | null;
}

export interface ReplicaOptions {
  /** A replica that is further behind is left out. */
  mostSecondsBehind: number;
  /** Called when the state has changed. */
  onState?: (state: ReplicaState) => void;
}

const pollMs = 500;
const secondMs = 1000;

/** Position of the primary at a time. */
interface Sample {
  atMs: number;
  position: LogPosition;
}

/**
 * A streaming standby, which is polled twice a second. It is behind by the age of the last position of the primary that it
 * has replayed: that needs no clock of a server, and is right while nothing is written and when nothing arrives any
 * more.
 */
export class Replica {
  readonly #connection: ReplicaConnection;
  readonly #primary: Pool;
  readonly #options: ReplicaOptions;
  /** Positions of the primary that the replica has not replayed, oldest first. */
  #pending: Sample[] = [];
  #latest: LogPosition = 0n;
  #replayed: LogPosition | null = null;
  #replayedAtMs = -Infinity;
  #standby: 'unknown' | 'yes' | 'no' = 'unknown';
  /** Null before the first poll. */
  #reported: ReplicaState | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    connection: ReplicaConnection,
    primary: Pick<Connection, 'health'>,
    options: ReplicaOptions,
  ) {
    this.#connection = connection;
    this.#primary = primary.health;
    this.#options = options;
    for (const pool of connection.pools) pool.on('error', () => this.leaveOut());
  }

  get db(): Db {
    return this.#connection.tenantDb;
  }

  get downloads(): Pool {
    return this.#connection.downloads;
  }

  get pools(): readonly Pool[] {
    return this.#connection.pools;
  }

  get state(): ReplicaState {
    if (this.#standby === 'no') return 'other';
    if (this.#replayed === null) return 'unreachable';
    return this.#secondsBehind() <= this.#options.mostSecondsBehind ? 'used' : 'behind';
  }

  /** True when what was committed before this position is visible. */
  hasReplayed(position: LogPosition): boolean {
    return this.#replayed !== null && this.#replayed >= position;
  }

  /** Leaves it out until it has responded to the next poll. */
  leaveOut(): void {
    this.#replayed = null;
    // After a restart it may be at an older position, or be another server.
    this.#replayedAtMs = -Infinity;
    this.#standby = 'unknown';
    this.#report();
  }

  describe(): ReplicaFigures {
    const seconds = this.#secondsBehind();
    const replayed = this.#replayed;
    const latest = this.#latest;
    return {
      state: this.state,
      secondsBehind: Number.isFinite(seconds) ? Math.round(10 * seconds) / 10 : null,
      bytesBehind: replayed === null ? null : Number(latest > replayed ? latest - replayed : 0n),
    };
  }

  /** Polls for the first time, and from then on. */
  async start(): Promise<ReplicaState> {
    await this.#poll();
    const { state } = this;
    this.#reported = state;
    this.#schedule();
    return state;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#connection.close();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const pollAgain = async (): Promise<void> => {
      await this.#poll();
      this.#schedule();
    };
    this.#timer = setTimeout(() => void pollAgain(), pollMs).unref();
  }

  async #poll(): Promise<void> {
    await this.#samplePrimary();
    try {
      const replayed = await replayedPosition(this.#connection.health);
      if (replayed === null) this.#standby = 'no';
      else if (this.#standby !== 'yes') this.#standby = await this.#compare();
      this.#replayed = this.#standby === 'yes' ? replayed : null;
      this.#advance();
    } catch {
      this.leaveOut();
    }
    this.#report();
  }

  async #compare(): Promise<'yes' | 'no'> {
    return (await isSameDatabase(this.#primary, this.#connection.health)) ? 'yes' : 'no';
  }

  async #samplePrimary(): Promise<void> {
    const atMs = performance.now();
    try {
      this.#latest = await flushedPosition(this.#primary);
      this.#pending.push({ atMs, position: this.#latest });
    } catch {
      // Without a sample the replica counts as further behind.
    }
    // A replica at an older sample would be left out anyway.
    const oldest = atMs - this.#options.mostSecondsBehind * secondMs;
    this.#pending = this.#pending.filter((sample) => sample.atMs >= oldest);
  }

  #advance(): void {
    const isReplayed = ({ position }: Sample): boolean => this.hasReplayed(position);
    const last = this.#pending.findLast(isReplayed);
    if (last === undefined) return;
    this.#replayedAtMs = last.atMs;
    this.#pending = this.#pending.filter(({ atMs }) => atMs > last.atMs);
  }

  #secondsBehind(): number {
    const age = (performance.now() - this.#replayedAtMs) / secondMs;
    // At the latest sample it is up to date; the age is that of the sample.
    return this.#pending.length === 0 && age < this.#options.mostSecondsBehind ? 0 : age;
  }

  #report(): void {
    const { state } = this;
    if (this.#reported === null || this.#reported === state || this.#isClosed) return;
    this.#reported = state;
    this.#options.onState?.(state);
  }
}
