/** Owners whom a super admin invites: they set their password with a link. */
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import {
  ownerInvitationMail,
  ownerInvitationMessages,
} from '../../rules/owners/owner-invitation.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { makeTokenLink } from '../notices/send-message.ts';
import { findOwner, type OwnerRow } from '../owners/owners.queries.ts';
import { mailRecipient } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { newLinkToken } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { endLinks } from './passwords.ts';
import { insertOwner, prepareOwner } from './register.ts';
import { lockUser, updateInvited } from './users.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now' | 'sendsMail'>;
type Invited = EndpointResponse<'inviteOwner'>;

/**
 * Creates an owner with a first venue, who signs in once they have set a password with the link. Refuses a taken email
 * (400).
 */
export async function inviteOwner(
  deps: Deps & Pick<AppDeps, 'passwordCost'>,
  form: EndpointBody<'inviteOwner'>,
  by: AuditContext,
): Promise<Invited> {
  // Nobody knows the password.
  const prepared = await prepareOwner(deps, { ...form, password: newLinkToken() });
  return deps.db.transaction().execute(async (transaction) => {
    const { userId } = await insertOwner(transaction, { ...prepared, isInvited: true }, by);
    return invite(deps, transaction, await readOwner(transaction, userId), prepared.at);
  });
}

/**
 * Invites an owner again, who has set no password yet; the links before it stop working. Throws 409 for an owner with a
 * password.
 */
export function repeatOwnerInvitation(deps: Deps, id: string, by: AuditContext): Promise<Invited> {
  return deps.db.transaction().execute(async (transaction) => {
    const account = await lockUser(transaction, id);
    const owner = await readOwner(transaction, id);
    if (account?.invited_at == null) throw new HttpError(409, ownerInvitationMessages.isAccepted);
    const at = deps.now();
    await endLinks(transaction, id, at);
    const target = `owner ${owner.name}`;
    const entry = { ownerId: id, action: 'owner.invited', target } as const;
    await insertAudit(transaction, by, at, { ...entry, newValue: { email: owner.email } });
    return invite(deps, transaction, owner, at);
  });
}

async function readOwner(transaction: Tx, id: string): Promise<OwnerRow> {
  const owner = await findOwner(transaction, id);
  if (!owner) throw notFound('owner');
  return owner;
}

/** Mails the link, or returns it to be passed on where no mail server is set up. */
async function invite(
  { now, sendsMail }: Deps,
  transaction: Tx,
  owner: OwnerRow,
  at: Date,
): Promise<Invited> {
  await updateInvited(transaction, owner.id, at);
  const invited = { ...owner, isInvited: true };
  const to = mailRecipient(owner.id, owner.email);
  const purpose = 'owner_invitation';
  if (!sendsMail) {
    const needs = { db: transaction, now, publicUrl: '' };
    return { owner: invited, link: await makeTokenLink(needs, to, purpose) };
  }
  const mail = ownerInvitationMail(owner.venues[0]?.name ?? owner.name);
  const { account_id, channel, address: recipient } = to;
  const about = { account_id, link_purpose: purpose, notice_id: null, venue_id: null } as const;
  await queueMessages(transaction, [{ ...mail, ...about, channel, recipient }], at);
  return { owner: invited, link: null };
}
