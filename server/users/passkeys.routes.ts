import * as endpoints from '../../contract/passkeys.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { changedBy, requireAccount } from '../shared/require-account.ts';
import { deviceOf } from './begin-session.ts';
import { confirmPasskey } from './confirm-passkey.ts';
import { listPasskeyRows, type PasskeyRow } from './passkeys.queries.ts';
import { relyingParty } from './passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { passkeyAttempts, signInLimits } from './sign-in-limits.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';
import { startPasskey } from './start-passkey.ts';
import { updatePasskey } from './update-passkey.ts';
import { verifyPasskey } from './verify-passkey.ts';

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

  mount(endpoints.listPasskeys, ({ actor }) =>
    withoutTenant(async () =>
      (await listPasskeyRows(deps.db, requireAccount(actor).userId)).map(toPasskey),
    ),
  );

  mount(endpoints.startPasskey, ({ actor, body, raw }) => {
    const party = relyingParty(deps, raw.headers.origin);
    return withoutTenant(() =>
      startPasskey({ ...deps, limits, party }, body.password, changedBy({ actor, raw })),
    );
  });

  mount(endpoints.confirmPasskey, async ({ actor, body, raw }) => {
    const party = relyingParty(deps, raw.headers.origin);
    return toPasskey(
      await withoutTenant(() =>
        confirmPasskey({ ...deps, attempts, party }, body, changedBy({ actor, raw })),
      ),
    );
  });

  mount(endpoints.updatePasskey, async ({ actor, params, body, raw }) =>
    toPasskey(
      await withoutTenant(() =>
        updatePasskey(deps, { ...params, ...body }, changedBy({ actor, raw })),
      ),
    ),
  );

  mount(endpoints.removePasskey, async ({ actor, params, body, raw }) => {
    await withoutTenant(() =>
      removePasskey({ ...deps, limits }, { ...params, ...body }, changedBy({ actor, raw })),
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
    return {
      token: await withoutTenant(() =>
        verifyPasskey({ ...deps, attempts, party }, body, deviceOf(raw)),
      ),
    };
  });
}
