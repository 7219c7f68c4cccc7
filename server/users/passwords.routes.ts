import * as passwordEndpoints from '../../contract/passwords.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { dailyLimit, sharedRateLimit } from '../shared/rate-limit.ts';
import { changedBy } from '../shared/require-account.ts';
import { changePassword } from './change-password.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { signInLimits } from './sign-in-limits.ts';

const quarterSeconds = 15 * 60;

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
    await withoutTenant(() => changePassword({ ...deps, limits }, body, changedBy({ actor, raw })));
    return { changed: true as const };
  });
}
