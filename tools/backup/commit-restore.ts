/** Commits a restore, and finds out whether that has happened where the connection is lost meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { type ClientBase, DatabaseError } from 'pg';
import { beginWithSchemaLock } from '../../db/migration-locks.ts';
import type { ConnectionTarget } from '../../db/pool/connect.ts';
import { isConnectionError } from '../../db/pool/lost-connections.ts';
import { withClient } from '../../db/pool/with-client.ts';
import { messageOf } from '../../db/start-error.ts';
import { BackupError } from './backup-error.ts';
import { findUse } from './used-database.ts';

/** It is not known whether the restore was committed: what it has placed stays until the next one finds out. */
export class UnknownOutcome extends BackupError {}

const patienceMs = 60_000;
const pauseMs = 250;

export async function commitRestore(client: ClientBase, target: ConnectionTarget): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    const isRolledBack = error instanceof DatabaseError && !isConnectionError(error);
    if (isRolledBack || !(await isCommitted(target))) throw error;
  }
}

async function isCommitted(target: ConnectionTarget): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs);
  for (;;) {
    try {
      return await withClient(target, async (client) => {
        // Until the transaction of the restore has ended, it may hold locks of tables, too.
        const begin = () =>
          client.query(`begin; set local statement_timeout = ${String(patienceMs)}`);
        await begin();
        if ((await findUse(client)) !== null) return true;
        await client.query('rollback');
        // The transaction of the restore holds this lock.
        await beginWithSchemaLock(client, begin, patience);
        return (await findUse(client)) !== null;
      });
    } catch (error) {
      if (patience.aborted) {
        throw new UnknownOutcome(
          `The connection was lost while the restore was committed, and the database does not say since whether it was (${messageOf(error)}). Run the same command again: it restores everything, or reports that the database is in use, which means that everything was restored.`,
          { cause: error },
        );
      }
      await wait(pauseMs);
    }
  }
}
