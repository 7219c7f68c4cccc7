import { login, logout, register } from '../../contract/users.ts';
import { beyondReach } from '../../db/tenant.ts';
import { isSuperAdmin } from '../../rules/permissions.ts';
import { sessionMessages } from '../../rules/messages.ts';
import { registerOwner } from '../owners/register-owner.ts';
import { signIn } from './login.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { Problem } from '../shared/errors.ts';
import { limitAttempts } from './limit-attempts.ts';
import { endSession } from './sessions.queries.ts';

const mostRegistrationsPerAddress = 20;

export function userRoutes(mount: Mount, deps: AppDeps): void {
  mount(login, async ({ body, raw }) => ({ token: await signIn(deps, body, raw.ip) }));

  mount(logout, async ({ actor }) => {
    if (actor.kind === 'account') await endSession(deps.db, actor.sessionId, deps.now());
    return { ended: true as const };
  });

  mount(register, async ({ actor, body, raw }) => {
    const trusted = isSuperAdmin(actor);
    if (deps.registration === 'admin' && !trusted)
      throw new Problem(401, sessionMessages.pleaseLogIn);
    if (!trusted)
      await limitAttempts(
        deps.db,
        `register address ${raw.ip}`,
        mostRegistrationsPerAddress,
        deps.now(),
      );
    const by = { actor: actor.kind === 'account' ? actor : null, address: raw.ip };
    // What is made is not theirs yet.
    const { userId } = await beyondReach(() => registerOwner(deps, body, by));
    return {
      id: userId,
      name: body.name,
      venueName: body.venueName,
      email: body.email,
      accountType: 'owner' as const,
    };
  });
}
