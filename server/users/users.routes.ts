import * as endpoints from '../../contract/users.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { isSuperAdmin } from '../../rules/permissions.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { tokenOf } from './authenticate.ts';
import { deviceOf } from './begin-session.ts';
import { register } from './register.ts';
import { renewSession } from './renew-session.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { HttpError } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { signInLimits } from './sign-in-limits.ts';

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

  mount(endpoints.login, async ({ body, raw, reply }) => {
    const signIn = await withoutTenant(() => login({ ...deps, limits }, body, deviceOf(raw)));
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
