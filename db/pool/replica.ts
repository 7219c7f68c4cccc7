import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Connection, ReplicaConnection } from './connect.ts';
import { codeOf } from '../start-error.ts';
import type { Db } from '../tables/tables.ts';

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

// State of the replication between a primary and its replica, as both report it.

/** Position up to which the log of a primary is on its disk. */
export async function flushedPosition(primary: Pool): Promise<LogPosition> {
  const { rows } = await primary.query<{ lsn: string }>(
    'select pg_current_wal_flush_lsn()::text as lsn',
  );
  return readLsn(rows[0]?.lsn ?? '0/0');
}

/** Position up to which a standby has replayed the log; null for a server that is not a standby. */
export async function replayedPosition(server: Pool): Promise<LogPosition | null> {
  const { rows } = await server.query<{ lsn: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn',
  );
  const lsn = rows[0]?.lsn ?? null;
  return lsn === null ? null : readLsn(lsn);
}

/** True when both are the same database of the same cluster, whose standbys have its identifier. */
export async function isSameDatabase(one: Pool, other: Pool): Promise<boolean> {
  if ((await databaseOid(one)) !== (await databaseOid(other))) return false;
  const [ofOne, ofOther] = [await systemIdentifier(one), await systemIdentifier(other)];
  if (ofOne !== null && ofOther !== null) return ofOne === ofOther;
  return (await firstMigration(one)) === (await firstMigration(other));
}

const databaseOid = (server: Pool): Promise<string | null> =>
  textOf(server, 'select oid::text as text from pg_database where datname = current_database()');

const mayNot = '42501';

/** Null where the role may not read it, as on some managed servers. */
async function systemIdentifier(server: Pool): Promise<string | null> {
  try {
    return await textOf(server, 'select system_identifier::text as text from pg_control_system()');
  } catch (error) {
    if (codeOf(error) === mayNot) return null;
    throw error;
  }
}

/** Transaction and time of the first migration, to the microsecond: the same on standbys only. */
const firstMigration = (server: Pool): Promise<string | null> =>
  textOf(
    server,
    `select xmin || ' ' || extract(epoch from applied_at) as text
     from schema_migrations order by name collate "C" limit 1`,
  );

async function textOf(server: Pool, statement: string): Promise<string | null> {
  const { rows } = await server.query<{ text: string }>(statement);
  return rows[0]?.text ?? null;
}

/** Position behind everything that the primary has committed, also what is not on its disk yet. */
export async function insertedPosition(primary: Db): Promise<LogPosition> {
  const { rows } = await sql<{ lsn: string }>`
    select pg_current_wal_insert_lsn()::text as lsn
  `.execute(primary);
  return readLsn(rows[0]?.lsn ?? '0/0');
}

/** Positions in the write-ahead log (WAL) of a PostgreSQL server, which its replicas replay. */
export type LogPosition = bigint;

/** Reads PostgreSQL's form: 16/B374D848. */
export function readLsn(lsn: string): LogPosition {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Larger than every position. */
export const farthestPosition: LogPosition = 2n ** 64n - 1n;

const digits = 16;

/** Hexadecimal with leading zeros, so that texts are ordered like positions. */
export const positionText = (position: LogPosition): string =>
  position.toString(16).padStart(digits, '0');

/** Null for a text that is none. */
export const readPosition = (text: string): LogPosition | null =>
  /^[\da-f]{16}$/.test(text) ? BigInt(`0x${text}`) : null;
