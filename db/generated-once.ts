/** Queries of most requests, whose SQL is generated once and not with every execution. */
import {
  type CompiledQuery,
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db, Tables } from './tables/tables.ts';

/** Generates SQL and has no connection. */
const generator: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Returns a function that executes the query with the values of each call.
 * @param build builds the query from placeholders of its values, so it can use these as parameters only
 */
export function generatedOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let generated: { query: CompiledQuery<Row>; placeholders: readonly unknown[] } | undefined;
  const generate = (values: Values) => {
    const placeholders = values.map((_, index) => Symbol(`value ${index}`));
    // Kysely passes on any value as a parameter.
    const query = build(generator, ...(placeholders as readonly unknown[] as Values)).compile();
    return { query, placeholders };
  };
  return async (db, ...values) => {
    const { query, placeholders } = (generated ??= generate(values));
    const parameters = query.parameters.map((parameter) => {
      const index = placeholders.indexOf(parameter);
      return index === -1 ? parameter : values[index];
    });
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
