import * as identityEndpoints from '../../contract/identity.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { changedBy, requireAccount } from '../shared/require-account.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { relyingParty } from './passkeys.ts';
import { passkeyAttempts, signInLimits } from './sign-in-limits.ts';
import { startIdentityCheck } from './start-identity-check.ts';

/** Accounts of every type confirm who they are; each of these commands is limited to one account. */
export function identityRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const attempts = passkeyAttempts(deps.pool);

  mount(identityEndpoints.startIdentityCheck, async ({ actor, raw }) => {
    await limits.ofNetwork.count(networkOf(raw.ip));
    const party = relyingParty(deps, raw.headers.origin);
    const { userId } = requireAccount(actor);
    return withoutTenant(() => startIdentityCheck({ ...deps, party }, userId));
  });

  mount(identityEndpoints.confirmIdentity, async ({ actor, body, raw }) => {
    await limits.ofNetwork.count(networkOf(raw.ip));
    const party = relyingParty(deps, raw.headers.origin);
    const by = changedBy({ actor, raw });
    await withoutTenant(() => confirmIdentity({ ...deps, limits, attempts, party }, body, by));
    return { confirmed: true as const };
  });
}
