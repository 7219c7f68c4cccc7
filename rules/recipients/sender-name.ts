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
