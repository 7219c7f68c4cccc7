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
    `Confirm the address to get reports and restock notices by email, or refuse further email. The link works once, for ${linkDays} days:`,
  ].join('\n'),
} as const;
