import * as endpoints from '../../contract/recipients.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { senderName } from '../../rules/recipients/recipients.ts';
import type { Mount } from '../http/mount.ts';
import {
  acceptConfirmation,
  declineConfirmation,
  requestEmailConfirmation,
  requireToken,
} from './confirmations.ts';
import { findSenders, type RecipientKey } from './recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { networkOf } from '../shared/network.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';

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

/** Contains only names that a message may contain: their reader has agreed to nothing of the owner yet. */
export const confirmationView = (
  { channel, address }: RecipientKey,
  { owner, venues }: { owner: string; venues: readonly string[] },
): EndpointResponse<'getConfirmation'> => ({
  channel,
  address,
  owner: senderName(owner),
  venues: venues.flatMap((name) => senderName(name) ?? []),
});
