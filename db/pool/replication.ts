/** State of the replication between a primary and its replica, as both report it. */
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { codeOf } from '../start-error.ts';
import type { Db } from '../tables/tables.ts';
import { type LogPosition, readLsn } from './log-position.ts';

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
