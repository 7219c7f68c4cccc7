/** A super admin acts for an owner. */
import type { Tx } from '../../db/tables/tables.ts';
import { refusalMessages } from '../../rules/messages.ts';
import { type AccountActor, type Actor, isSuperAdmin } from '../../rules/permissions.ts';
import { actingEndedCode, actingMessages, actingMinutes } from '../../rules/users/sign-in.ts';
import { personName } from '../../rules/users/person-name.ts';
import {
  type ActingRow,
  extendActing,
  findAccountsOfActing,
  findOpenActing,
  insertActing,
  listOverdueActing,
  type OverdueActing,
  updateActingEnded,
} from './acting.queries.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { runAllThenThrow } from '../jobs/queue-jobs.ts';
import { requireOwner } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { newId, validIds } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';

/** The reason as an entry of the audit log has it: nothing where none was given. */
const reasonGiven = (reason: string): { reason?: string } => (reason === '' ? {} : { reason });

/**
 * Lets the session act for an owner for an hour from now; extends it while it lasts. Throws 400 without a reason where
 * the installation wants one, 404 for an unknown owner, and 503 when the same is requested at this moment.
 */
export async function startActing(
  { db, now, actingReason }: Pick<AppDeps, 'db' | 'now' | 'actingReason'>,
  { ownerId, reason }: { ownerId: string; reason: string },
  { actor, address }: AuditContext,
): Promise<ActingRow> {
  if (actingReason && reason === '') throw fieldError({ reason: actingMessages.reasonRequired });
  const owner = await requireOwner({ db }, ownerId);
  const at = now();
  const until = new Date(at.getTime() + actingMinutes * 60_000);
  const started: ActingRow = {
    id: newId(at),
    session_id: actor.sessionId,
    user_id: actor.userId,
    owner_id: owner.id,
    reason,
    address,
    started_at: at,
    expires_at: until,
    ended_at: null,
  };
  return db.transaction().execute(async (transaction) => {
    const before = await findOpenActing(transaction, actor.sessionId, owner.id);
    const isExtended =
      before !== null && (await extendActing(transaction, before.id, { reason, until, now: at }));
    if (before !== null && !isExtended)
      await endActing(transaction, before, { at: before.expires_at, by: 'time' });
    if (!isExtended && !(await insertActing(transaction, started)))
      throw new HttpError(503, refusalMessages.collided, { retryAfterSeconds: 1 });
    await insertAudit(transaction, { actor, address }, at, {
      ownerId: owner.id,
      action: isExtended ? 'acting.extended' : 'acting.started',
      target: `owner ${owner.name}`,
      newValue: { ...reasonGiven(reason), minutes: actingMinutes },
    });
    return isExtended ? { ...before, reason, expires_at: until } : started;
  });
}

/** The same from the list of all units, which always has a reason. */
export const actAs: typeof startActing = (deps, started, by) => startActing(deps, started, by);

/** Ends the acting of this session for an owner. Returns false when it had ended already. */
export function stopActing(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { sessionId }: AccountActor,
  ownerId: string,
): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const acting = await findOpenActing(transaction, sessionId, ownerId);
    if (!acting) return false;
    if (acting.expires_at > at) return endActing(transaction, acting, { at, by: 'request' });
    await endActing(transaction, acting, { at: acting.expires_at, by: 'time' });
    return false;
  });
}

/** Stores the end of acting for an owner, with its audit entry. Returns false when it was stored before. */
export async function endActing(
  transaction: Tx,
  acting: ActingRow,
  { at, by }: { at: Date; by: 'request' | 'time' | 'sign-out' },
): Promise<boolean> {
  if (!(await updateActingEnded(transaction, acting, at))) return false;
  const accounts = await findAccountsOfActing(transaction, [acting.user_id, acting.owner_id]);
  const admin = accounts.find(({ id }) => id === acting.user_id);
  const owner = accounts.find(({ id }) => id === acting.owner_id);
  const actor = admin && { userId: admin.id, person: personName(admin), email: admin.email };
  await insertAudit(transaction, { actor: actor ?? null, address: acting.address }, at, {
    ownerId: acting.owner_id,
    action: 'acting.ended',
    target: `owner ${owner?.name ?? ''}`,
    newValue: { ...reasonGiven(acting.reason), endedBy: by },
  });
  return true;
}

const most = 1000;

/** When the acting ended: with its time, or before, with the session. */
function endOf({ expires_at, session_ended_at }: OverdueActing): Parameters<typeof endActing>[2] {
  return session_ended_at !== null && session_ended_at < expires_at
    ? { at: session_ended_at, by: 'sign-out' }
    : { at: expires_at, by: 'time' };
}

/** Writes the ends that no request has met to the audit log, with the time at which each ended. */
export async function endOverdueActing({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  await runAllThenThrow(await listOverdueActing(db, now(), most), (acting) =>
    db.transaction().execute((transaction) => endActing(transaction, acting, endOf(acting))),
  );
}

/**
 * Throws 403 for a request that names the owner it acts for (`X-Acting-For`) unless its session acts for that owner.
 * The first request after the time is over writes the end to the audit log.
 */
export async function requireActing(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
  ownerId: string | string[] | undefined,
): Promise<void> {
  if (ownerId === undefined) return;
  if (actor.kind !== 'account' || !isSuperAdmin(actor))
    throw new HttpError(403, actingMessages.onlySuperAdmins);
  const acting = await findNamed(db, actor.sessionId, ownerId);
  if (acting !== null && acting.expires_at > now()) return;
  if (acting !== null) {
    await db
      .transaction()
      .execute((transaction) =>
        endActing(transaction, acting, { at: acting.expires_at, by: 'time' }),
      );
  }
  throw new HttpError(403, actingMessages.ended, { code: actingEndedCode });
}

async function findNamed(
  db: AppDeps['db'],
  sessionId: string,
  named: string | string[],
): Promise<ActingRow | null> {
  const [ownerId] = validIds([named].flat());
  return ownerId === undefined ? null : findOpenActing(db, sessionId, ownerId);
}
