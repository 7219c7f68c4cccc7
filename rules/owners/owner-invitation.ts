/** Invitations of owners by a super admin. */
import { linkDays } from '../recipients/recipients.ts';

export const ownerInvitationMessages = {
  linkExpired: `This invitation has expired: it works for ${linkDays} days. Ask for another link below`,
  welcome: 'Choose a password. You sign in with it and the email address that was invited.',
  accepted: 'Your password is set. Sign in to begin.',
  sent: (email: string) => `The invitation is on its way to ${email}`,
  isAccepted: 'This owner has set a password already, and asks for another one when signing in',
} as const;

/** Mail that invites an owner; the link follows it. */
export const ownerInvitationMail = (venueName: string): { subject: string; body: string } => ({
  subject: 'Your bar in Barback',
  body: [
    `Barback is ready for ${venueName}: its sales, drinks and units are managed there.`,
    '',
    `Set your password to begin, and sign in with this email address. The link works once, for ${linkDays} days:`,
  ].join('\n'),
});
