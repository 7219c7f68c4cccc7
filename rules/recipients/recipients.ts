import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { recipientMessages } from './recipient-messages.ts';

/** Types of numbers that people carry; the numbers of the US do not distinguish mobile from fixed lines. */
const ofPeople: ReadonlySet<string | undefined> = new Set([
  'MOBILE',
  'FIXED_LINE',
  'FIXED_LINE_OR_MOBILE',
]);

/** Exchange of pay-per-call services in every area code, which the metadata do not mark. */
const premiumExchange = '976';

/** Message why text messages are not sent to a number, given in E.164; null for an ordinary US number. */
export function refuseContactNumber(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, 'US');
  if (!parsed?.isValid()) return recipientMessages.notUsNumber(number);
  const type = parsed.getType();
  const isPayPerCall = parsed.nationalNumber.slice(3, 6) === premiumExchange;
  if (parsed.countryCallingCode === '1' && (type === 'PREMIUM_RATE' || isPayPerCall)) {
    return recipientMessages.premiumNumber(number);
  }
  if (parsed.country !== 'US') return recipientMessages.notUsNumber(number);
  return ofPeople.has(type) ? null : recipientMessages.serviceNumber(number);
}

const mostCharacters = 30;
const mostDigits = 4;

/** Signs of an address, which a phone turns into a link: `a.b`, `a/b`, `a@b`, `a:b`, also with other full stops. */
const addressSign = /\.\S|[/\\@:#。｡．]/u;

/**
 * Name of an owner or a venue for messages to people who did not enter it: short, and without what its author could
 * use to send them to an address or a number of theirs. Null where that leaves nothing.
 */
export function senderName(name: string): string | null {
  const plain = name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
  if (addressSign.test(plain) || (plain.match(/\p{N}/gu) ?? []).length > mostDigits) return null;
  const spoken = plain
    .replaceAll(/[^\p{L}\p{M}\p{N} &'’.,!()+-]/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(spoken)) return null;
  const characters = spoken.match(/\P{M}\p{M}*/gu) ?? [];
  if (characters.length <= mostCharacters) return spoken;
  return `${characters
    .slice(0, mostCharacters - 1)
    .join('')
    .trim()}…`;
}

// Text of the message that asks for a confirmation; a link follows it.

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
