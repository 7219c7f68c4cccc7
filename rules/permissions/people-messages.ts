/** Messages about people of an owner and their invitations. */
import { linkDays } from '../recipients/confirmation-request.ts';
import { senderName } from '../recipients/sender-name.ts';
import { roleNames } from './role-texts.ts';
import type { Role } from './roles.ts';

export const peopleMessages = {
  noSuchLink: 'This link is not an invitation, or its invitation was replaced by a newer one',
  linkUsed: 'This invitation has been used already. Sign in instead',
  linkExpired: `This invitation has expired: it works for ${linkDays} days. Ask for another one`,
  linkWithdrawn: 'This invitation was withdrawn. Ask for another one',
  otherAddress: 'This invitation is for another address. Use the one it was sent to',
  isMember: 'This person is among your people already',
  isOtherAccount: 'This email belongs to another account. Invite another address',
  isMemberAlready: 'You belong to this owner already. Sign in instead',
  enterName: 'Enter your name',
  enterPassword: 'Enter a password',
  passwordOfAccount: 'This address has an account already. Enter its password',
  ownersHaveAll: 'Owners have access to all venues',
  tooMany: 'You can have at most 200 people: remove one first',
  lastOwner: 'The account belongs to this owner, who cannot leave it, be suspended or change roles',
} as const;

/** "$40.00 of $100.00". */
export const refundLimitMessage = (left: string, limit: string): string =>
  `A manager may refund ${limit} in 24 hours. You have ${left} left: ask an owner`;

/** Mail that invites a person; the link follows it. */
export function invitationMail(ownerName: string, role: Role): { subject: string; body: string } {
  const owner = senderName(ownerName) ?? 'A bar';
  return {
    subject: 'Your invitation to Barback',
    body: [
      `${owner} invites you to Barback as ${roleNames[role].toLowerCase()}.`,
      '',
      `Join with this link: with a new password, or with the account that you have. It works once, for ${linkDays} days:`,
    ].join('\n'),
  };
}
