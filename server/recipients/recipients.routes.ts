import * as endpoints from '../../contract/confirmations.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';
import { acceptConfirmation } from './accept-confirmation.ts';
import { declineConfirmation } from './decline-confirmation.ts';
import { findSenders } from './recipients.queries.ts';
import { confirmationView } from './recipients.view.ts';
import { requestEmailConfirmation } from './request-email-confirmation.ts';
import { requireToken } from './require-token.ts';

export function recipientRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;
  const opened = sharedRateLimit(deps.pool, {
    name: 'confirmation links',
    most: 100,
    windowSeconds: 15 * 60,
  });

  // The holder of a link has no account: the token names the only rows that are read and changed.
  mount(endpoints.getConfirmation, async ({ body, raw }) => {
    await opened.count(networkOf(raw.ip));
    return withoutTenant(async () => {
      const recipient = await requireToken(db, body.token, 'confirmation', now());
      return confirmationView(recipient, await findSenders(db, recipient));
    });
  });

  mount(endpoints.acceptConfirmation, async ({ body, raw }) => {
    await opened.count(networkOf(raw.ip));
    await withoutTenant(() => acceptConfirmation(deps, body.token));
    return { state: 'confirmed' as const };
  });

  mount(endpoints.declineConfirmation, async ({ body, raw }) => {
    await opened.count(networkOf(raw.ip));
    await withoutTenant(() => declineConfirmation(deps, body.token));
    return { state: 'declined' as const };
  });

  mount(endpoints.requestEmailConfirmation, async ({ actor }) => {
    const account = requireAccount(actor);
    await requestEmailConfirmation(deps, account);
    return { recipient: account.email };
  });
}
