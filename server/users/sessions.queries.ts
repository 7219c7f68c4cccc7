import { type Compilable, type Insertable, type Selectable, sql } from 'kysely';
import { generatedOnce } from '../../db/generated-once.ts';
import type { SessionsTable, UsersTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import {
  memberColumns,
  type MemberColumns,
  noMembership,
} from '../memberships/memberships.queries.ts';

const dayMs = 24 * 60 * 60_000;

export interface SessionRow
  extends
    Pick<Selectable<UsersTable>, 'account_type' | 'name' | 'first_name' | 'last_name' | 'email'>,
    MemberColumns {
  id: string;
  user_id: string;
  is_browser: boolean;
  created_at: Date;
  authenticated_at: Date | null;
  /** Of staff: the owner that the session was begun for; null in sessions of earlier versions. */
  bound_owner_id: string | null;
}

/**
 * Sessions that go on, with the active memberships of each account, and the settings of their owner, or of the owner that
 * it is: a change of them holds from the next request on. An account with several owners has a row for each.
 */
const live = (db: Db, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'users.account_type', 'users.name', 'users.email'])
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'sessions.user_id')
        .on('memberships.state', '=', 'active'),
    )
    .leftJoin('role_settings', (join) =>
      join.on(
        'role_settings.owner_id',
        '=',
        sql<string>`coalesce(memberships.owner_id, sessions.user_id)`,
      ),
    )
    .select(['sessions.is_browser', 'sessions.created_at', 'sessions.authenticated_at'])
    .select(['users.first_name', 'users.last_name', ...memberColumns])
    .select('sessions.owner_id as bound_owner_id')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.locked_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('memberships.owner_id');

/**
 * The row of a session with the membership that a request uses: that of the owner it names, else of the owner that the
 * session was begun for. Without such a membership, the row has none.
 */
export function withMembershipOf(
  rows: readonly SessionRow[],
  chosenOwnerId: string | null,
): SessionRow | null {
  const [first] = rows;
  if (!first) return null;
  const ownerId = chosenOwnerId ?? first.bound_owner_id;
  if (ownerId === null || first.owner_id === null) return first;
  return rows.find((row) => row.owner_id === ownerId) ?? { ...first, ...noMembership };
}

export const listSessionByApiToken = generatedOnce(
  (db, hash: Buffer, now: Date): Compilable<SessionRow> =>
    live(db, now).where('sessions.api_token_hash', '=', hash),
);

/** Rows of those of the sessions that go on, one for each membership. */
export const listSessionsById = generatedOnce(
  (db, ids: readonly string[], now: Date): Compilable<SessionRow> =>
    live(db, now).where(sql<boolean>`sessions.id = any(${ids}::uuid[])`),
);

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** True when the account has signed in from the network, and the session is not swept yet. */
export async function hasBegunSessionFrom(
  db: Db,
  userId: string,
  network: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** True for an account that has never signed in: its last session is not swept. */
export async function isFirstSession(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return found === undefined;
}

/** User-Agent headers of the sessions of an account that began or were renewed since a time. */
export async function listUserAgents(
  db: Db,
  userId: string,
  since: Date,
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_agent')
    .distinct()
    .where('user_id', '=', userId)
    .where(sql`coalesce(last_used_at, created_at)`, '>=', since)
    .execute();
  return rows.map(({ user_agent }) => user_agent);
}

/**
 * Extends a session that has not ended, at most to a number of days after its start.
 * @returns when it expires now; null when it has ended
 */
export async function extendSession(
  db: Db,
  id: string,
  { now, until, mostDays }: { now: Date; until: Date; mostDays: number },
): Promise<Date | null> {
  const session = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!session) return null;
  // Not in the update: a distributed database refuses dates that are computed from columns there.
  const latest = new Date(session.created_at.getTime() + mostDays * dayMs);
  const extended = await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: until < latest ? until : latest })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  return extended?.expires_at ?? null;
}

/** Lets a session reach another owner. */
export async function updateBoundOwner(db: Db, id: string, ownerId: string): Promise<void> {
  await db.updateTable('sessions').set({ owner_id: ownerId }).where('id', '=', id).execute();
}

export async function isSessionLive(db: Db, id: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores that the holder of a session has authenticated again. */
export async function updateAuthenticated(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: at }).where('id', '=', id).execute();
}

/** Deletes expired sessions, but not the last of an account. */
export async function deleteSessionsExpiredBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', before)
    .where((session) =>
      session.exists(
        session
          .selectFrom('sessions as later')
          .select('later.id')
          .whereRef('later.user_id', '=', 'sessions.user_id')
          .whereRef('later.id', '>', 'sessions.id'),
      ),
    )
    .execute();
}

export type ListedSession = Pick<
  Selectable<SessionsTable>,
  'id' | 'network' | 'user_agent' | 'created_at' | 'last_used_at' | 'expires_at'
>;

/** Sessions of an account that have not ended: the current one, then the last used first. */
export function listLiveSessions(
  db: Db,
  userId: string,
  { currentId, now, most }: { currentId: string; now: Date; most: number },
): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'network', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy(sql`id = ${currentId}`, 'desc')
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .limit(most)
    .execute();
}

/** Ends sessions of an account that have not ended: one, all but one, or all. Returns their number. */
export async function endSessions(
  db: Db,
  userId: string,
  now: Date,
  which: { only: string } | { except: string } | 'all',
): Promise<number> {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
  if (which !== 'all') {
    ending =
      'only' in which
        ? ending.where('id', '=', which.only)
        : ending.where('id', '!=', which.except);
  }
  const { numUpdatedRows } = await ending.executeTakeFirst();
  await deletePushOfEnded(db, [userId]);
  return Number(numUpdatedRows);
}

/** Ends every session of these accounts. */
export async function endSessionsOf(db: Tx, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .execute();
  await deletePushOfEnded(db, userIds);
}

/** A browser that is signed out gets no push messages. */
async function deletePushOfEnded(db: Db, userIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', 'in', userIds)
    .where((subscription) =>
      subscription.exists(
        subscription
          .selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.id', '=', 'push_subscriptions.session_id')
          .where('sessions.ended_at', 'is not', null),
      ),
    )
    .execute();
}
