import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import { HttpError } from '../shared/errors.ts';
import type { InvitationRow } from '../memberships/invitations.queries.ts';

/** Returns an invitation that can be accepted. Throws 404 for an unknown one, and 410 for a used, withdrawn or late one. */
export function requireOpen<T extends InvitationRow>(invitation: T | undefined, now: Date): T {
  if (!invitation) throw new HttpError(404, peopleMessages.noSuchLink);
  if (invitation.accepted_at !== null) throw new HttpError(410, peopleMessages.linkUsed);
  if (invitation.withdrawn_at !== null) throw new HttpError(410, peopleMessages.linkWithdrawn);
  if (invitation.expires_at <= now) throw new HttpError(410, peopleMessages.linkExpired);
  return invitation;
}
