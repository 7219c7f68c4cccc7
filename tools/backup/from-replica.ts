import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { clientConfig, type ConnectionTarget } from '../../db/pool/connect.ts';
import { isErrorOfReplica } from '../../db/pool/lost-connections.ts';
import { flushedPosition, isSameDatabase, replayedPosition } from '../../db/pool/replication.ts';
import { messageOf } from '../../db/start-error.ts';
import type { Environment } from '../../server/startup/env.ts';
import type { Terminal } from './terminal.ts';

type Replica = NonNullable<Environment['readReplica']>;

/**
 * Makes a backup from the replica, if there is one. It is made from the primary when the replica does not respond, is not
 * a standby of the database, is too far behind, or cancels the backup because of what it replays.
 */
export async function preferringReplica<T>(
  { primary, replica }: { primary: ConnectionTarget; replica: Replica | null },
  { out, stop }: Pick<Terminal, 'out' | 'stop'>,
  make: (target: ConnectionTarget) => Promise<T>,
): Promise<T> {
  if (replica === null) return make(primary);
  try {
    const objection = await objectionTo(replica, primary, stop);
    if (objection === null) {
      const made = await make({ url: replica.url });
      out('The rows were read from the replica.');
      return made;
    }
    out(`The replica ${objection}: the backup is made from the primary.`);
  } catch (error) {
    if (stop.aborted || !isErrorOfReplica(error)) throw error;
    out(`The replica failed (${messageOf(error)}): the backup is made from the primary.`);
  }
  return make(primary);
}

/**
 * Waits until the replica has replayed what was committed before the backup: a file that was deleted before then is not
 * referred to any more.
 */
async function objectionTo(
  { url, mostSecondsBehind }: Replica,
  primary: ConnectionTarget,
  stop: AbortSignal,
): Promise<string | null> {
  const [ofPrimary, ofReplica] = [poolTo(primary), poolTo({ url })];
  try {
    const start = await flushedPosition(ofPrimary);
    const deadline = performance.now() + mostSecondsBehind * 1000;
    for (;;) {
      stop.throwIfAborted();
      const replayed = await replayedPosition(ofReplica);
      if (replayed === null || !(await isSameDatabase(ofPrimary, ofReplica)))
        return 'is not a standby of the database';
      if (replayed >= start) return null;
      if (performance.now() > deadline) return 'is too far behind';
      await wait(100);
    }
  } finally {
    await Promise.all([ofPrimary.end(), ofReplica.end()]);
  }
}

const poolTo = (target: ConnectionTarget): Pool =>
  new Pool({ ...clientConfig(target), max: 1 }).on('error', () => undefined);
