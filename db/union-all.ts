import { type RawBuilder, sql } from 'kysely';

/** One query per venue, because each venue's rows are read by its own part of the index, or on its own node. */
export const unionAll = (queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );
