import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { wordsOf } from '../rules/search/search-words.ts';

/** Escapes characters that have a meaning in a pattern of LIKE. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** SQL for `withoutAccents`; a text of ASCII characters alone has none. */
export const plainText = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when octet_length(${text}) = length(${text})
    then lower(${text}) else regexp_replace(normalize(lower(${text}), nfd), '[\u0300-\u036f]+', '', 'g') end`;

/** True when a plain text has every word of a query, in any order. */
export const hasWords = (plain: RawBuilder<string>, query: string): RawBuilder<SqlBool> =>
  sql`${plain} like all(${wordsOf(query).map((word) => `%${escapeLike(word)}%`)}::text[])`;

/** True when a plain text begins with the first word of a query. */
export const beginsWith = (plain: RawBuilder<string>, query: string): RawBuilder<SqlBool> =>
  sql`${plain} like ${`${escapeLike(wordsOf(query)[0] ?? '')}%`}`;
