import * as factorEndpoints from '../../contract/second-factor.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { mostCodeAttempts } from '../../rules/users/totp.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { changedBy, requireAccount } from '../shared/require-account.ts';
import { deviceOf } from './begin-session.ts';
import { confirmTotp } from './confirm-totp.ts';
import { countRecoveryCodes, findTotp } from './credentials.queries.ts';
import { isFactorRequired } from './is-factor-required.ts';
import { removeTotp } from './remove-totp.ts';
import { signInLimits } from './sign-in-limits.ts';
import { startTotp } from './start-totp.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

/** Accounts of every type have a second factor; each of these commands is limited to one account. */
export function secondFactorRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const attempts = sharedRateLimit(deps.pool, {
    name: 'second factor',
    most: mostCodeAttempts,
    windowSeconds: 15 * 60,
  });

  mount(factorEndpoints.getSecondFactor, ({ actor }) =>
    withoutTenant(async () => {
      const account = requireAccount(actor);
      const { userId } = account;
      const totp = await findTotp(deps.db, userId);
      return {
        isOn: totp !== null && totp.confirmed_at !== null,
        recoveryCodesLeft: await countRecoveryCodes(deps.db, userId),
        isRequired: await isFactorRequired(deps, { id: userId, account_type: account.accountType }),
      };
    }),
  );

  mount(factorEndpoints.startTotp, ({ actor, body, raw }) =>
    withoutTenant(() => startTotp({ ...deps, limits }, body.password, changedBy({ actor, raw }))),
  );

  mount(factorEndpoints.confirmTotp, async ({ actor, body, raw }) => ({
    recoveryCodes: await withoutTenant(() =>
      confirmTotp({ ...deps, attempts }, body.code, changedBy({ actor, raw })),
    ),
  }));

  mount(factorEndpoints.removeTotp, async ({ actor, body, raw }) => {
    await withoutTenant(() =>
      removeTotp({ ...deps, limits }, body.password, changedBy({ actor, raw })),
    );
    return { removed: true as const };
  });

  mount(factorEndpoints.verifySecondFactor, async ({ body, raw }) => {
    await limits.ofNetwork.count(networkOf(raw.ip));
    return {
      token: await withoutTenant(() =>
        verifySecondFactor({ ...deps, attempts }, body, deviceOf(raw)),
      ),
    };
  });
}
