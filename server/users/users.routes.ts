import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as firstAccountEndpoints from '../../contract/first-account.ts';
import * as ownerEndpoints from '../../contract/owners.ts';
import * as passwordEndpoints from '../../contract/sign-in.ts';
import * as sessionEndpoints from '../../contract/sign-in.ts';
import * as profileEndpoints from '../../contract/users.ts';
import * as endpoints from '../../contract/users.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { isSuperAdmin } from '../../rules/permissions.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { dailyLimit, sharedRateLimit } from '../shared/rate-limit.ts';
import { auditContext, requireAccount } from '../shared/require.ts';
import { tokenOf } from './authenticate.ts';
import { createFirstAccount } from './first-account.ts';
import { inviteOwner, repeatOwnerInvitation } from './owner-invitations.ts';
import { changePassword, requestPasswordReset, resetPassword, signInLimits } from './passwords.ts';
import { acceptNewEmail, updateProfile } from './profile.ts';
import { register } from './register.ts';
import { type ListedSession, listLiveSessions } from './sessions.queries.ts';
import { recordFailures } from './sign-in-entries.ts';
import { findUserByEmail, hasUsers } from './users.queries.ts';
import { deviceOf, endOtherSessions, endSession, login, logout, renewSession } from './sessions.ts';

const quarterSeconds = 15 * 60;

export function userRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const registrationsOfNetwork = sharedRateLimit(deps.pool, {
    name: 'register network',
    most: 20,
    windowSeconds: quarterSeconds,
  });
  const registrationsByAccount = sharedRateLimit(deps.pool, {
    name: 'register account',
    most: 200,
    windowSeconds: quarterSeconds,
  });
  const recordingFailures = recordFailures(deps);

  mount(endpoints.login, async ({ body, raw, reply }) => {
    const attempt = {
      method: 'password' as const,
      address: raw.ip,
      typed: body.email,
      account: () => findUserByEmail(deps.db, body.email),
    };
    const signIn = await withoutTenant(() =>
      recordingFailures(attempt, () => login({ ...deps, limits }, body, deviceOf(raw))),
    );
    if ('step' in signIn) reply.code(202);
    return signIn;
  });

  mount(endpoints.renewSession, async ({ actor, raw }) => ({
    token: await renewSession(deps, actor, tokenOf(raw.headers.authorization)),
  }));

  mount(endpoints.logout, async ({ actor }) => {
    await logout(deps, actor);
    return { ended: true as const };
  });

  mount(endpoints.register, async ({ actor, body, raw }) => {
    const trusted = isSuperAdmin(actor);
    if (deps.registration === 'admin' && !trusted)
      throw new HttpError(401, sessionMessages.pleaseLogIn);
    if (!trusted) await registrationsOfNetwork.count(networkOf(raw.ip));
    if (actor.kind === 'account') await registrationsByAccount.count(actor.userId);
    const by = { actor: actor.kind === 'account' ? actor : null, address: raw.ip };
    // The new owner's rows are outside the requester's scope.
    const { userId } = await withoutTenant(() => register(deps, body, by));
    return {
      id: userId,
      name: body.name,
      venueName: body.venueName,
      email: body.email,
      accountType: 'owner' as const,
    };
  });
}

/** The first account of the installation. */
export function firstAccountRoutes(mount: Mount, deps: AppDeps): void {
  const attemptsOfNetwork = sharedRateLimit(deps.pool, {
    name: 'first account network',
    most: 20,
    windowSeconds: quarterSeconds,
  });
  const attempts = sharedRateLimit(deps.pool, {
    name: 'first account',
    most: 100,
    windowSeconds: quarterSeconds,
  });
  let isKnownSetUp = false;

  mount(firstAccountEndpoints.getFirstRun, async () => {
    isKnownSetUp ||= await withoutTenant(() => hasUsers(deps.db));
    return { isNeeded: !isKnownSetUp };
  });

  mount(firstAccountEndpoints.createFirstAccount, async ({ body, raw }) => {
    await attemptsOfNetwork.count(networkOf(raw.ip));
    await attempts.count('all');
    return { token: await withoutTenant(() => createFirstAccount(deps, body, deviceOf(raw))) };
  });
}

export function ownerInvitationRoutes(mount: Mount, deps: AppDeps): void {
  mount(ownerEndpoints.inviteOwner, ({ actor, body, raw }) => {
    const by = auditContext({ actor, raw });
    // The new owner's rows are outside the requester's scope.
    return withoutTenant(() => inviteOwner(deps, body, by));
  });

  mount(ownerEndpoints.repeatOwnerInvitation, ({ actor, params, raw }) => {
    const by = auditContext({ actor, raw });
    return withoutTenant(() => repeatOwnerInvitation(deps, parseId(params.id, 'owner'), by));
  });
}

/** Sessions that are listed. */
const most = 100;

export function sessionRoutes(mount: Mount, deps: AppDeps): void {
  mount(sessionEndpoints.listSessions, async ({ actor }) => {
    const { userId, sessionId: currentId } = requireAccount(actor);
    const sessions = await listLiveSessions(deps.db, userId, { currentId, now: deps.now(), most });
    return sessions.map((session) => sessionView(session, currentId));
  });

  mount(sessionEndpoints.endSession, async ({ actor, params }) => {
    await endSession(deps, requireAccount(actor), params.id);
    return { ended: true as const };
  });

  mount(sessionEndpoints.endOtherSessions, async ({ actor, raw }) => ({
    ended: await withoutTenant(() => endOtherSessions(deps, auditContext({ actor, raw }))),
  }));
}

export function sessionView(
  { id, network, user_agent, created_at, last_used_at, expires_at }: ListedSession,
  currentId: string,
): EndpointResponse<'listSessions'>[number] {
  return {
    id,
    device: user_agent === null ? null : deviceName(user_agent),
    network,
    startedAt: created_at.toISOString(),
    lastUsedAt: (last_used_at ?? created_at).toISOString(),
    expiresAt: expires_at.toISOString(),
    isCurrent: id === currentId,
  };
}

export function passwordRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const requestsOfNetwork = sharedRateLimit(deps.pool, {
    name: 'password resets of network',
    most: 20,
    windowSeconds: quarterSeconds,
  });
  const requestsForEmail = dailyLimit(deps.pool, 'password resets for', 10);
  const linksOfNetwork = sharedRateLimit(deps.pool, {
    name: 'password links',
    most: 20,
    windowSeconds: quarterSeconds,
  });

  mount(passwordEndpoints.requestPasswordReset, async ({ body, raw }) => {
    await requestsOfNetwork.count(networkOf(raw.ip));
    // Beyond the limit of the email the response is the same, and nothing is sent.
    if (await requestsForEmail(body.email.toLowerCase()))
      await requestPasswordReset(deps, body.email);
    return { requested: true as const };
  });

  // The holder of a link is not signed in: the token names the only account that is changed.
  mount(passwordEndpoints.resetPassword, async ({ body, raw }) => {
    await linksOfNetwork.count(networkOf(raw.ip));
    const email = await withoutTenant(() => resetPassword(deps, body));
    return { reset: true as const, email };
  });

  mount(passwordEndpoints.changePassword, async ({ actor, body, raw }) => {
    await withoutTenant(() =>
      changePassword({ ...deps, limits }, body, auditContext({ actor, raw })),
    );
    return { changed: true as const };
  });
}

export function profileRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const mailsOfAccount = dailyLimit(deps.pool, 'new emails of', 10);
  const mailsToAddress = dailyLimit(deps.pool, 'new emails to', 5);
  const linksOfNetwork = sharedRateLimit(deps.pool, {
    name: 'email links',
    most: 20,
    windowSeconds: 15 * 60,
  });

  mount(profileEndpoints.updateProfile, ({ actor, body, raw }) => {
    const by = auditContext({ actor, raw });
    const mayMail = async (address: string): Promise<boolean> =>
      (await mailsOfAccount(by.actor.userId)) && mailsToAddress(address.toLowerCase());
    return withoutTenant(() => updateProfile({ ...deps, limits }, body, by, mayMail));
  });

  // The holder of a link is not signed in: the token names the only account that is changed.
  mount(profileEndpoints.acceptNewEmail, async ({ body, raw }) => {
    await linksOfNetwork.count(networkOf(raw.ip));
    return { email: await withoutTenant(() => acceptNewEmail(deps, body.token, raw.ip)) };
  });
}
