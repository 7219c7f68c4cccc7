/** People of an owner, invitations, and what the roles are allowed. */
import type { z } from 'zod';
import * as endpoints from '../../contract/people.ts';
import type { person } from '../../contract/people.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { personName } from '../../rules/users/person-name.ts';
import { sessionStart } from '../../rules/users/sign-in.ts';
import type { Mount } from '../http/mount.ts';
import {
  findInvitation,
  findRoleSettings,
  type InvitationRow,
  roleSettingsOf,
} from '../memberships/memberships.queries.ts';
import { ownerOfRequest } from '../owners/owners.ts';
import { acceptInvitation, invitePerson, requireOpen } from './invitations.ts';
import { listOpenInvitations, listPeople, type PersonRow } from './people.queries.ts';
import { removePerson, roleSettingsFields, updatePerson, updateRoleSettings } from './people.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId, hashSecret } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { auditContext } from '../shared/require.ts';
import { listSecondFactors } from '../users/credentials/credentials.queries.ts';
import { signInLimits } from '../users/passwords.ts';

const quarterSeconds = 15 * 60;

export function peopleRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;
  const limits = signInLimits(deps.pool);
  const opened = sharedRateLimit(deps.pool, {
    name: 'invitation links',
    most: 100,
    windowSeconds: quarterSeconds,
  });
  const invited = sharedRateLimit(deps.pool, {
    name: 'invitations of owner',
    most: 100,
    windowSeconds: 24 * 60 * 60,
  });

  // A tenant sees the credentials of its own account only.
  const secondFactorsOf = (people: readonly PersonRow[]) =>
    withoutTenant(() =>
      listSecondFactors(
        db,
        people.map(({ id }) => id),
      ),
    );

  mount(endpoints.listPeople, async ({ actor, query }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const people = await listPeople(db, ownerId);
    const invitations = await listOpenInvitations(db, ownerId, now());
    const settings = roleSettingsOf(await findRoleSettings(db, ownerId));
    const withFactor = await secondFactorsOf(people);
    const persons = people.map((person) => personView(person, withFactor));
    return {
      people: [...persons, ...invitations.map(invitationView)],
      settings: roleSettingsFields(settings),
    };
  });

  mount(endpoints.invitePerson, async ({ actor, query, body, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    await invited.count(ownerId);
    const by = auditContext({ actor, raw });
    const { invitation, link } = await withoutTenant(() => invitePerson(deps, ownerId, body, by));
    return { person: invitationView(invitation), link };
  });

  mount(endpoints.updatePerson, async ({ actor, params, query, body, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const id = parseId(params.id, 'person');
    const person = await updatePerson(deps, ownerId, id, body, auditContext({ actor, raw }));
    return personView(person, await secondFactorsOf([person]));
  });

  mount(endpoints.removePerson, async ({ actor, params, query, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const id = parseId(params.id, 'person');
    await removePerson(deps, ownerId, id, auditContext({ actor, raw }));
    return { id };
  });

  mount(endpoints.updateRoleSettings, async ({ actor, query, body, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const by = auditContext({ actor, raw });
    return roleSettingsFields(await updateRoleSettings(deps, ownerId, body, by));
  });

  // The holder of a link may have no account: the token names the only rows that are read and changed.
  mount(endpoints.getInvitation, async ({ body, raw }) => {
    await opened.count(networkOf(raw.ip));
    const found = await withoutTenant(() => findInvitation(db, hashSecret(body.token)));
    const { owner_name: ownerName, role, venues, expires_at } = requireOpen(found, now());
    return { ownerName, role, venues, expiresAt: expires_at.toISOString() };
  });

  mount(endpoints.acceptInvitation, async ({ actor, body, raw }) => {
    await opened.count(networkOf(raw.ip));
    const by = { actor: actor.kind === 'account' ? actor : null, address: raw.ip };
    return withoutTenant(() => acceptInvitation({ ...deps, limits }, body, by));
  });
}

type Person = z.output<typeof person>;

/** @param withFactor accounts with a second factor */
export const personView = (row: PersonRow, withFactor: ReadonlySet<string>): Person => ({
  id: row.id,
  state: row.state,
  name: personName(row),
  email: row.email,
  role: row.role,
  venueIds: row.venue_ids,
  isHolder: row.is_holder,
  lastSeenAt: seenAt(row)?.toISOString() ?? null,
  expiresAt: null,
  hasSecondFactor: withFactor.has(row.id),
});

/** Of members what they did for this owner counts, not for another. */
const seenAt = ({ seen_at, session_expires_at }: PersonRow): Date | null =>
  session_expires_at === null ? seen_at : sessionStart(session_expires_at);

export const invitationView = (row: InvitationRow): Person => ({
  id: row.id,
  state: 'invited',
  name: '',
  email: row.email,
  role: row.role,
  venueIds: row.venue_ids,
  isHolder: false,
  lastSeenAt: null,
  expiresAt: row.expires_at.toISOString(),
  hasSecondFactor: false,
});
