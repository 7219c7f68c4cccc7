/** Kinds of results of the command palette, and the words of every search by name. */

export const searchedKinds = ['venue', 'unit', 'ingredient', 'drink', 'person'] as const;

export type SearchedKind = (typeof searchedKinds)[number];

/** Most results of each kind: 20 in all. */
export const mostResults: Readonly<Record<SearchedKind, number>> = {
  venue: 3,
  unit: 5,
  ingredient: 4,
  drink: 5,
  person: 3,
};

/** Lower case, without accents: `Patrón` is `patron`. */
export const withoutAccents = (text: string): string =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Words of a query, each of which must occur. */
export const wordsOf = (query: string): string[] =>
  withoutAccents(query)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether texts have between them every word of a query, in any order; a query without a word matches all. */
export function matcherOf(query: string): (...texts: readonly string[]) => boolean {
  const words = wordsOf(query);
  return (...texts) => {
    const text = withoutAccents(texts.join(' '));
    return words.every((word) => text.includes(word));
  };
}

/** Those whose name has every word of a query. */
export function foundByName<Named extends { readonly name: string }>(
  all: readonly Named[],
  query: string,
): Named[] {
  const matches = matcherOf(query);
  return all.filter(({ name }) => matches(name));
}
