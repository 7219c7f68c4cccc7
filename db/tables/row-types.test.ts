import { expect, test } from 'vitest';
import { database, withTestDatabase } from '../testing/with-database.ts';
import { readRowTypes, type TypedColumn, type TypedColumns } from '../testing/row-types.ts';

withTestDatabase();

/** Types of values as they are read; any other type of a column needs an entry here. */
const typeOf: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  date: 'string',
  bytea: 'Buffer',
  jsonb: 'object',
  _int2: 'number[]',
  _int8: 'number[]',
  _numeric: 'number[]',
  _text: 'string[]',
  _uuid: 'string[]',
};

/** Only the migrations use it. */
const untyped = new Set(['schema_migrations']);

async function readSchema(): Promise<Record<string, TypedColumns>> {
  const { rows } = await database.connection.pool.query<{
    table: string;
    column: string;
    type: string;
    isNullable: boolean;
    isOptional: boolean;
  }>(
    `select table_name as table, column_name as column, udt_name as type,
            is_nullable = 'YES' as "isNullable",
            is_nullable = 'YES' or column_default is not null or is_identity = 'YES' as "isOptional"
     from information_schema.columns where table_schema = 'public'`,
  );
  const tables: Record<string, TypedColumns> = {};
  for (const { table, column, type, isNullable, isOptional } of rows) {
    if (untyped.has(table)) continue;
    const columns = (tables[table] ??= {});
    columns[column] = { type: typeOf[type] ?? type, isNullable, isOptional };
  }
  return tables;
}

test('types every column as the migrated database has it', async () => {
  const [typed, stored] = [await readRowTypes(), await readSchema()];
  expect(mapColumns(typed, withoutDefault)).toEqual(mapColumns(stored, withoutDefault));
  // A row type may require what the database would fill in, not the reverse.
  const withoutValue = Object.entries(typed).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([column, { isOptional }]) => isOptional && !stored[table]?.[column]?.isOptional)
      .map(([column]) => `${table}.${column}`),
  );
  expect(withoutValue).toEqual([]);
});

const withoutDefault = ({ type, isNullable }: TypedColumn) => ({ type, isNullable });

const mapColumns = <T>(
  tables: Record<string, TypedColumns>,
  change: (column: TypedColumn) => T,
): Record<string, Record<string, T>> =>
  Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [
      table,
      Object.fromEntries(Object.entries(columns).map(([column, found]) => [column, change(found)])),
    ]),
  );
