/** Statements of most requests, whose SQL is generated once and not with every execution. */
import {
  type CompiledQuery,
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { LRUCache } from 'lru-cache';
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

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A row, or a list of rows, has a parameter for each field; any other value is one parameter. */
const isRows = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.every(isRow);

const fieldsOf = (row: Row): string => Object.keys(row).join();

/** SQL differs with the number of rows and their fields. */
const shapeOf = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      if (isRow(value)) return fieldsOf(value);
      return isRows(value) ? `[${value.map(fieldsOf).join(';')}]` : '?';
    })
    .join('|');

const parametersOf = (values: readonly unknown[]): unknown[] =>
  values.flatMap((value) => {
    if (isRow(value)) return Object.values(value);
    return isRows(value) ? value.flatMap((row) => Object.values(row)) : [value];
  });

const placeholder = (): symbol => Symbol('value');

const placeholderRow = (row: Row): Row =>
  Object.fromEntries(Object.keys(row).map((name) => [name, placeholder()]));

function placeholderOf(value: unknown): unknown {
  if (isRow(value)) return placeholderRow(value);
  return isRows(value) ? value.map(placeholderRow) : placeholder();
}

/** Of the texts that are kept of one statement. */
const mostParameters = 2_000;

interface Generated<Result> {
  query: CompiledQuery<Result>;
  /** Place of each parameter among those of the values; undefined for a constant of the statement. */
  places: readonly (number | undefined)[];
}

/**
 * Returns a function that executes the statement with the values of each call.
 * @param build builds the statement from placeholders of its values, so it can use these as parameters only; a row, or
 * list of rows, is one of placeholders
 */
export function generatedOnce<Values extends readonly unknown[], Result>(
  build: (db: Db, ...values: Values) => Compilable<Result> | RawBuilder<Result>,
): (db: Db, ...values: Values) => Promise<Result[]> {
  const kept = new LRUCache<string, Generated<Result>>({
    maxSize: mostParameters,
    sizeCalculation: ({ places }) => places.length + 1,
  });
  const generate = (values: Values): Generated<Result> => {
    const placeholders: readonly unknown[] = values.map(placeholderOf);
    // Kysely passes on any value as a parameter.
    const query = build(generator, ...(placeholders as Values)).compile(generator);
    const placeOf = new Map(parametersOf(placeholders).map((each, place) => [each, place]));
    return { query, places: query.parameters.map((parameter) => placeOf.get(parameter)) };
  };
  return async (db, ...values) => {
    const shape = shapeOf(values);
    let generated = kept.get(shape);
    if (!generated) {
      generated = generate(values);
      kept.set(shape, generated);
    }
    const { query, places } = generated;
    const given = parametersOf(values);
    const parameters = query.parameters.map((constant, nth) => {
      const place = places[nth];
      return place === undefined ? constant : given[place];
    });
    const { rows } = await db.executeQuery<Result>({ ...query, parameters });
    return rows;
  };
}
