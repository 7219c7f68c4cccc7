import type { BodyOf } from '../../contract/endpoint.ts';
import type { updatePerson as updateEndpoint } from '../../contract/people.ts';
import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { endSessionsOf } from '../users/sessions.queries.ts';
import {
  lockMembership,
  type MembershipRow,
  updateMembership,
} from '../memberships/memberships.queries.ts';
import { membersElsewhere } from './members-elsewhere.ts';
import { listPeople, type PersonRow } from './people.queries.ts';
import { requireVenues } from './require-venues.ts';

/**
 * Changes the role, the venues or the state of a member. Their sessions end, so that no screen shows what they may no
 * longer do; those of a member of another owner go on, and their dashboard is loaded again. Throws 409 for the account of the owner itself.
 */
export async function updatePerson(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  userId: string,
  changes: BodyOf<typeof updateEndpoint>,
  by: ChangedBy,
): Promise<PersonRow> {
  if (userId === ownerId) throw new HttpError(409, peopleMessages.lastOwner);
  const elsewhere = await membersElsewhere(db, ownerId);
  return db.transaction().execute(async (transaction) => {
    const before = await lockMembership(transaction, ownerId, userId);
    if (!before) throw notFound('person');
    const role = changes.role ?? before.role;
    // An owner has all venues; whoever becomes one gets them.
    const kept = role === 'owner' ? null : before.venue_ids;
    const venueIds = changes.venueIds === undefined ? kept : changes.venueIds;
    const after = {
      role,
      venue_ids: await requireVenues(transaction, ownerId, role, venueIds),
      state: changes.state ?? before.state,
    };
    await updateMembership(transaction, before, after);
    const people = await listPeople(transaction, ownerId);
    const person = people.find(({ id }) => id === userId);
    if (!person) throw notFound('person');
    const [oldValue, newValue] = [audited(before), audited(after)];
    if (JSON.stringify(oldValue) !== JSON.stringify(newValue)) {
      if (!elsewhere.has(userId)) await endSessionsOf(transaction, [userId], now());
      await insertAudit(transaction, {
        at: now(),
        actor: by.actor,
        ownerId,
        address: by.address,
        action: 'person.updated',
        target: person.email,
        oldValue,
        newValue,
      });
    }
    return person;
  });
}

const audited = ({
  role,
  venue_ids,
  state,
}: Pick<MembershipRow, 'role' | 'venue_ids' | 'state'>) => ({
  role,
  venues: venue_ids?.join(', ') ?? 'all',
  state,
});
