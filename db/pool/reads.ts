/** Decides for each read that may be a moment old whether the replica or the primary serves it. */
import type { Pool } from 'pg';
import type { Db } from '../tables/tables.ts';
import { isConnectionError, isErrorOfReplica } from './lost-connections.ts';
import { onNode } from './venue-nodes.ts';
import { farthestPosition, insertedPosition, type LogPosition, type Replica } from './replica.ts';

/**
 * Reads that may be a moment old, except for what the requester has changed. A read runs again on the primary when the
 * replica fails, so it must change nothing and send nothing.
 */
export interface Reads {
  query<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Same, with the connections of downloads. */
  download<T>(read: (downloads: Pool) => Promise<T>): Promise<T>;
}

/**
 * - replica: the replica served it
 * - not_replayed: the primary, because the replica had not replayed what the requester changed
 * - left_out: the primary, because the replica was left out
 * - repeated: the primary, after the replica had failed
 */
export type ReadOutcome = 'replica' | 'not_replayed' | 'left_out' | 'repeated';

interface Server {
  db: Db;
  downloads: Pool;
}

export class ReadRouter {
  readonly primary: Server;
  /** Null where none is configured. */
  readonly replica: Replica | null;
  readonly counts: Record<ReadOutcome, number> = {
    replica: 0,
    not_replayed: 0,
    left_out: 0,
    repeated: 0,
  };

  constructor(primary: Server, replica: Replica | null = null) {
    this.primary = primary;
    this.replica = replica;
  }

  /** Reads of a client that sees at least what was committed before this position. */
  after(position: LogPosition | null): Reads {
    return {
      query: (read) => this.#run(position, ({ db }) => read(db)),
      download: (read) => this.#run(position, ({ downloads }) => read(downloads)),
    };
  }

  /** Reads of work that has to see everything that is committed. */
  onPrimary(): Reads {
    return {
      query: (read) => this.#onPrimary(({ db }) => read(db)),
      download: (read) => this.#onPrimary(({ downloads }) => read(downloads)),
    };
  }

  /** Position behind everything that is committed; null where no read goes to a replica. */
  async written(): Promise<LogPosition | null> {
    if (this.replica === null) return null;
    try {
      return await insertedPosition(this.primary.db);
    } catch {
      // What was committed must be seen all the same, so the next reads go to the primary.
      return farthestPosition;
    }
  }

  #onPrimary<T>(read: (server: Server) => Promise<T>): Promise<T> {
    return onNode(() => read(this.primary));
  }

  async #run<T>(position: LogPosition | null, read: (server: Server) => Promise<T>): Promise<T> {
    const { replica } = this;
    if (replica === null) return this.#onPrimary(read);
    const reason = reasonForPrimary(replica, position);
    if (reason !== null) {
      this.counts[reason] += 1;
      return this.#onPrimary(read);
    }
    try {
      const found = await read(replica);
      this.counts.replica += 1;
      return found;
    } catch (error) {
      if (!isErrorOfReplica(error)) throw error;
      if (isConnectionError(error)) replica.leaveOut();
      this.counts.repeated += 1;
      return this.#onPrimary(read);
    }
  }
}

function reasonForPrimary(
  replica: Replica,
  position: LogPosition | null,
): 'left_out' | 'not_replayed' | null {
  if (replica.state !== 'used') return 'left_out';
  return position === null || replica.hasReplayed(position) ? null : 'not_replayed';
}
