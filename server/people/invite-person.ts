import type { Tx } from '../../db/tables/tables.ts';
import { linkDays } from '../../rules/recipients/confirmation-request.ts';
import { invitationMail, peopleMessages } from '../../rules/permissions/people-messages.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { hashSecret, newId, newLinkToken } from '../shared/ids.ts';
import type { ChangedBy } from '../shared/require.ts';
import { findUserByEmail } from '../users/users.queries.ts';
import {
  insertInvitation,
  type InvitationRow,
  withdrawInvitations,
} from '../memberships/invitations.queries.ts';
import { isMember } from '../memberships/memberships.queries.ts';
import { countPeople, mostPeople } from './people.queries.ts';
import { requireVenues } from './require-venues.ts';

const dayMs = 24 * 60 * 60_000;

interface Invitation {
  email: string;
  role: Role;
  venueIds: readonly string[] | null;
}

/**
 * Invites a person, in place of an open invitation to the same address. Runs without a tenant: messages belong to none,
 * and the address may belong to an account of another kind (400).
 * @returns the link, to be passed on, unless a message brings it
 */
export async function invitePerson(
  { db, now, sendsMail }: Pick<AppDeps, 'db' | 'now' | 'sendsMail'>,
  ownerId: string,
  form: Invitation,
  by: ChangedBy,
): Promise<{ invitation: InvitationRow; link: string | null }> {
  const email = form.email.toLowerCase();
  const token = newLinkToken();
  const invitation = await db.transaction().execute(async (transaction) => {
    // Invitations of an owner are stored one after the other.
    const owner = await lockOwner(transaction, ownerId);
    if (!owner) throw notFound('owner');
    const venue_ids = await requireVenues(transaction, ownerId, form.role, form.venueIds);
    await requireFree(transaction, ownerId, email);
    const at = now();
    await withdrawInvitations(transaction, ownerId, { email }, at);
    if ((await countPeople(transaction, ownerId, at)) >= mostPeople)
      throw new HttpError(422, peopleMessages.tooMany);
    const inserted = await insertInvitation(transaction, {
      owner_id: ownerId,
      id: newId(at),
      email,
      role: form.role,
      venue_ids,
      token_hash: hashSecret(token),
      invited_by: by.actor.userId,
      created_at: at,
      expires_at: new Date(at.getTime() + linkDays * dayMs),
    });
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId,
      address: by.address,
      action: 'person.invited',
      target: email,
      newValue: { role: form.role, venues: venue_ids?.join(', ') ?? 'all' },
    });
    if (sendsMail) {
      const mail = invitationMail(owner.name, form.role);
      const to = { channel: 'mail' as const, recipient: email, notice_id: null, venue_id: null };
      await queueMessages(transaction, [{ ...mail, ...to, invitation_id: inserted.id }], at);
    }
    return inserted;
  });
  return { invitation, link: sendsMail ? null : `/accept#${token}` };
}

/** An address without an account, or that of a staff account which is no member of the owner. */
async function requireFree(transaction: Tx, ownerId: string, email: string): Promise<void> {
  const account = await findUserByEmail(transaction, email);
  if (!account) return;
  if (account.id === ownerId || (await isMember(transaction, ownerId, account.id)))
    throw fieldError({ email: peopleMessages.isMember });
  if (account.account_type !== 'staff') throw fieldError({ email: peopleMessages.isOtherAccount });
}
