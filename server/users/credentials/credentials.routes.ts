import * as identityEndpoints from '../../../contract/sign-in.ts';
import * as endpoints from '../../../contract/sign-in.ts';
import * as factorEndpoints from '../../../contract/sign-in.ts';
import { withoutTenant } from '../../../db/tenant.ts';
import { mostCodeAttempts } from '../../../rules/users/sign-in.ts';
import type { Mount } from '../../http/mount.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { networkOf } from '../../shared/network.ts';
import { sharedRateLimit } from '../../shared/rate-limit.ts';
import { auditContext, requireAccount } from '../../shared/require.ts';
import { isFactorRequired } from '../accounts.ts';
import {
  countRecoveryCodes,
  findTotp,
  listPasskeyRows,
  type PasskeyRow,
} from './credentials.queries.ts';
import {
  accountOfPasskey,
  confirmIdentity,
  confirmPasskey,
  relyingParty,
  removePasskey,
  startIdentityCheck,
  startPasskey,
  startPasskeySignIn,
  updatePasskey,
  verifyPasskey,
} from './passkeys.ts';
import {
  accountOfChallenge,
  confirmTotp,
  removeTotp,
  startTotp,
  verifySecondFactor,
} from './second-factor.ts';
import { passkeyAttempts, signInLimits } from '../passwords.ts';
import { deviceOf } from '../sessions.ts';
import { recordFailures } from '../sign-in-entries.ts';
import { findUserById } from '../users.queries.ts';

const toPasskey = ({ id, name, backed_up, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name: name ?? '',
  isBackedUp: backed_up ?? false,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** Accounts of every type have passkeys; each of these commands is limited to one account. */
export function passkeyRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const attempts = passkeyAttempts(deps.pool);
  const recordingFailures = recordFailures(deps);

  mount(endpoints.listPasskeys, ({ actor }) =>
    withoutTenant(async () =>
      (await listPasskeyRows(deps.db, requireAccount(actor).userId)).map(toPasskey),
    ),
  );

  mount(endpoints.startPasskey, ({ actor, body, raw }) => {
    const party = relyingParty(deps, raw.headers.origin);
    return withoutTenant(() =>
      startPasskey({ ...deps, limits, party }, body.password, auditContext({ actor, raw })),
    );
  });

  mount(endpoints.confirmPasskey, async ({ actor, body, raw }) => {
    const party = relyingParty(deps, raw.headers.origin);
    return toPasskey(
      await withoutTenant(() =>
        confirmPasskey({ ...deps, attempts, party }, body, auditContext({ actor, raw })),
      ),
    );
  });

  mount(endpoints.updatePasskey, async ({ actor, params, body, raw }) =>
    toPasskey(
      await withoutTenant(() =>
        updatePasskey(deps, { ...params, ...body }, auditContext({ actor, raw })),
      ),
    ),
  );

  mount(endpoints.removePasskey, async ({ actor, params, body, raw }) => {
    await withoutTenant(() =>
      removePasskey({ ...deps, limits }, { ...params, ...body }, auditContext({ actor, raw })),
    );
    return { removed: true as const };
  });

  mount(endpoints.startPasskeySignIn, async ({ raw }) => {
    await limits.ofNetwork.count(networkOf(raw.ip));
    const party = relyingParty(deps, raw.headers.origin);
    return withoutTenant(() => startPasskeySignIn({ ...deps, party }));
  });

  mount(endpoints.verifyPasskey, async ({ body, raw }) => {
    await limits.ofNetwork.count(networkOf(raw.ip));
    const party = relyingParty(deps, raw.headers.origin);
    const userId = accountOfPasskey(body.passkey.response.userHandle);
    const attempt = {
      method: 'passkey' as const,
      address: raw.ip,
      account: async () => (userId === null ? null : findUserById(deps.db, userId)),
    };
    return {
      token: await withoutTenant(() =>
        recordingFailures(attempt, () =>
          verifyPasskey({ ...deps, attempts, party }, body, deviceOf(raw)),
        ),
      ),
    };
  });
}

/** Accounts of every type have a second factor; each of these commands is limited to one account. */
export function secondFactorRoutes(mount: Mount, deps: AppDeps): void {
  const limits = signInLimits(deps.pool);
  const attempts = sharedRateLimit(deps.pool, {
    name: 'second factor',
    most: mostCodeAttempts,
    windowSeconds: 15 * 60,
  });
  const recordingFailures = recordFailures(deps);

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
    withoutTenant(() =>
      startTotp({ ...deps, limits }, body.password, auditContext({ actor, raw })),
    ),
  );

  mount(factorEndpoints.confirmTotp, async ({ actor, body, raw }) => ({
    recoveryCodes: await withoutTenant(() =>
      confirmTotp({ ...deps, attempts }, body.code, auditContext({ actor, raw })),
    ),
  }));

  mount(factorEndpoints.removeTotp, async ({ actor, body, raw }) => {
    await withoutTenant(() =>
      removeTotp({ ...deps, limits }, body.password, auditContext({ actor, raw })),
    );
    return { removed: true as const };
  });

  mount(factorEndpoints.verifySecondFactor, async ({ body, raw }) => {
    await limits.ofNetwork.count(networkOf(raw.ip));
    const attempt = {
      method: 'code' as const,
      address: raw.ip,
      account: () => accountOfChallenge(deps, body.challenge),
    };
    return {
      token: await withoutTenant(() =>
        recordingFailures(attempt, () =>
          verifySecondFactor({ ...deps, attempts }, body, deviceOf(raw)),
        ),
      ),
    };
  });
}

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
    const by = auditContext({ actor, raw });
    await withoutTenant(() => confirmIdentity({ ...deps, limits, attempts, party }, body, by));
    return { confirmed: true as const };
  });
}
