import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from '../db/pool/connect.ts';

export interface BenchSession {
  token: string;
  ownerId: string;
  venueId: string;
}

/** Creates a session of the owner of the first venue directly in the database. */
export async function openSession(connection: Connection): Promise<BenchSession> {
  const { db } = connection;
  const venue = await db
    .selectFrom('venues')
    .select(['id', 'owner_id'])
    .where('name', '=', 'Venue 1')
    .executeTakeFirstOrThrow();
  const token = await insertSession(connection, venue.owner_id);
  return { token, ownerId: venue.owner_id, venueId: venue.id };
}

/** Creates a super admin and a session for it. */
export async function openAdminSession(connection: Connection): Promise<string> {
  const id = randomUUID();
  await connection.db
    .insertInto('users')
    .values({
      id,
      account_type: 'SUPER_ADMIN',
      name: 'Bench',
      email: `${id}@bench.example`,
      password_hash: 'none',
    })
    .execute();
  return insertSession(connection, id);
}

async function insertSession({ db }: Connection, userId: string): Promise<string> {
  const token = `bba_${randomBytes(32).toString('base64url')}`;
  await db
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      user_id: userId,
      api_token_hash: createHash('sha256').update(token).digest(),
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return token;
}
