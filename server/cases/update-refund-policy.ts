import type { updateRefundPolicy as updateEndpoint } from '../../contract/cases.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { usualRefundPolicy } from '../../rules/cases/refund-policy.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';
import { lockRefundPolicy, upsertRefundPolicy } from './refund-policies.queries.ts';

/** Sets the automatic refunds of a venue. Concerns sales from then on; a refund that is queued reads it again. */
export function updateRefundPolicy(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { id: venueId, name }: VenueRow,
  { policy, delayMinutes, cap }: BodyOf<typeof updateEndpoint>,
  by: ChangedBy,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const before = await lockRefundPolicy(transaction, venueId);
    const after = {
      venue_id: venueId,
      policy,
      delay_minutes: delayMinutes,
      cap_cents: toCents(cap),
    };
    await upsertRefundPolicy(transaction, after);
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'refund_policy.updated',
      target: `venue ${name}`,
      oldValue: audited(
        before ?? {
          policy: usualRefundPolicy.policy,
          delay_minutes: usualRefundPolicy.delayMinutes,
          cap_cents: usualRefundPolicy.capCents,
        },
      ),
      newValue: audited(after),
    });
  });
}

interface Policy {
  policy: string;
  delay_minutes: number;
  cap_cents: number;
}

const audited = ({ policy, delay_minutes, cap_cents }: Policy) => ({
  policy,
  delayMinutes: delay_minutes,
  cap: toDollars(cap_cents),
});
