/** What a request must meet. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { listOrders } from '../../contract/orders.ts';
import { acceptInvitation } from '../../contract/people.ts';
import { listMessages } from '../../rules/messages.ts';
import { venueMessages } from '../../rules/venues/venue-messages.ts';
import { type ListName, mostListed } from '../../rules/owners/quotas.ts';
import type { AccountActor, Actor } from '../../rules/permissions.ts';
import { refusedTo } from '../../rules/permissions/refusal.ts';
import type { Permission } from '../../rules/permissions/roles.ts';
import { identityMessages, recentAuthenticationCode } from '../../rules/users/sign-in.ts';
import { fieldError, forbidden, HttpError } from './errors.ts';
import { validIds } from './ids.ts';

/** Returns the account of a request that only accounts may make. */
export function requireAccount(actor: Actor): AccountActor {
  if (actor.kind !== 'account') throw forbidden();
  return actor;
}

/** Actor and IP address of a change, as stored in the audit log. */
export interface AuditContext {
  actor: AccountActor;
  address: string;
}

/** For endpoints that only accounts may use. */
export const auditContext = ({
  actor,
  raw,
}: {
  actor: Actor;
  raw: FastifyRequest;
}): AuditContext => ({
  actor: requireAccount(actor),
  address: raw.ip,
});

/** Throws 403 with the roles that may do this, for what an endpoint allows to some of its actors only. */
export function requirePermission(actor: Actor, permission: Permission): void {
  const refusal = refusedTo(actor, permission);
  if (refusal !== null) throw new HttpError(403, refusal);
}

/** Throws 403 with a code of its own unless the holder of the session has authenticated within the last minutes. */
export function requireRecent(actor: Actor): void {
  if (actor.kind !== 'account' || actor.isRecent) return;
  throw new HttpError(403, identityMessages.required, { code: recentAuthenticationCode });
}

/** The same, of sessions that a browser began: programs that follow the specification know of no confirmation. */
export function requireRecentInBrowser(actor: Actor): void {
  if (actor.kind === 'account' && actor.isBrowser) requireRecent(actor);
}

/**
 * Returns the start of a page, from the id that a client sends as `before`; undefined for the first page. Throws 400
 * with the message when there is no such row in the client's scope.
 */
export async function requireCursor<Cursor>(
  before: string | undefined,
  find: (id: string) => Promise<Cursor | undefined>,
  message: string,
): Promise<Cursor | undefined> {
  if (before === undefined) return undefined;
  const [id] = validIds([before]);
  const cursor = id === undefined ? undefined : await find(id);
  if (cursor === undefined) throw fieldError({ before: message });
  return cursor;
}

type Stored = string | number | boolean | null | readonly string[];

/**
 * Optimistic concurrency: throws 409, naming each field whose value differs from the one its sender last saw. The row
 * is locked.
 * @param format formats the message for the value that a field has now
 */
export function rejectStaleUpdate(
  expected: Readonly<Record<string, unknown>> | undefined,
  current: Readonly<Record<string, Stored>>,
  format: (value: string) => string = venueMessages.changedMeanwhile,
): void {
  const stale: Record<string, string> = {};
  for (const [field, seen] of Object.entries(expected ?? {})) {
    const stored = Object.hasOwn(current, field) ? current[field] : undefined;
    if (stored === undefined || isDeepStrictEqual(stored, seen)) continue;
    stale[field] = format(typeof stored === 'object' ? (stored ?? []).join(', ') : String(stored));
  }
  if (Object.keys(stale).length > 0) throw fieldError(stale, 409);
}

/** Returns the rows of a list that is complete. Throws 422 when there are more than it may have. */
export function assertNotTruncated<T>(name: ListName, rows: T[]): T[] {
  const most = mostListed[name];
  if (rows.length > most) throw new HttpError(422, listMessages[name](most));
  return rows;
}

/**
 * True for a public endpoint whose response without an account is something else than an account asked for: the orders of
 * all venues instead of its own, or a request for the password that a session replaces.
 */
export const dependsOnAccount = (endpoint: Endpoint): boolean =>
  endpoint === listOrders || endpoint === acceptInvitation;
