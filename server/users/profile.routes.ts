import * as profileEndpoints from '../../contract/profile.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { dailyLimit, sharedRateLimit } from '../shared/rate-limit.ts';
import { changedBy } from '../shared/require-account.ts';
import { acceptNewEmail } from './accept-new-email.ts';
import { signInLimits } from './sign-in-limits.ts';
import { updateProfile } from './update-profile.ts';

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
    const by = changedBy({ actor, raw });
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
