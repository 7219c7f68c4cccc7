/** Text of the message that asks for a confirmation; a link follows it. */
import { senderName } from './sender-name.ts';

/** Days for which a link can be used. */
export const linkDays = 7;

/** Text message to a contact of a unit. Names the venue unless its name could pass for an address or a number. */
export function contactRequest(venueName: string | null): string {
  const name = venueName === null ? null : senderName(venueName);
  return `${name ?? 'A venue'} asks to send restock notices to this number. Allow or refuse it here:`;
}

/** Mail to the address of an account. */
export const emailRequest = {
  subject: 'Confirm your email address for Barback',
  body: [
    'An account of Barback was opened with this email address, or changed to it.',
    '',
    `Confirm the address to get reports and restock notices by mail, or refuse further mail. The link works once, for ${linkDays} days:`,
  ].join('\n'),
} as const;
