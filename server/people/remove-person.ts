import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { endSessionsOf } from '../users/sessions.queries.ts';
import { findUserById } from '../users/users.queries.ts';
import { withdrawInvitations } from '../memberships/invitations.queries.ts';
import { deleteMembership, lockMembership } from '../memberships/memberships.queries.ts';
import { membersElsewhere } from './members-elsewhere.ts';

/**
 * Removes a member, whose sessions end unless another owner has them too, or withdraws an open invitation. The account and its name in the audit log stay.
 * Throws 409 for the account of the owner itself.
 */
export async function removePerson(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  id: string,
  by: ChangedBy,
): Promise<void> {
  if (id === ownerId) throw new HttpError(409, peopleMessages.lastOwner);
  const elsewhere = await membersElsewhere(db, ownerId);
  return db.transaction().execute(async (transaction) => {
    const at = now();
    const entry = { at, actor: by.actor, ownerId, address: by.address };
    const [invitation] = await withdrawInvitations(transaction, ownerId, { id }, at);
    if (invitation) {
      const { email: target, role } = invitation;
      const action = 'invitation.withdrawn';
      await insertAudit(transaction, { ...entry, action, target, oldValue: { role } });
      return;
    }
    const membership = await lockMembership(transaction, ownerId, id);
    const user = await findUserById(transaction, id);
    if (!membership || !user) throw notFound('person');
    await deleteMembership(transaction, membership);
    if (!elsewhere.has(id)) await endSessionsOf(transaction, [id], at);
    await insertAudit(transaction, {
      ...entry,
      action: 'person.removed',
      target: user.email,
      oldValue: { role: membership.role },
    });
  });
}
