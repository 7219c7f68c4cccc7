/** Columns of a resource by the API names of its fields: one table for reading and updating. */
type Columns = Readonly<Record<string, string>>;

/** Returns the fields of a row by their API names. */
export function readColumns<C extends Columns, Row extends Readonly<Record<C[keyof C], unknown>>>(
  columns: C,
  row: Row,
): { [Name in keyof C]: Row[C[Name]] } {
  const values: Readonly<Record<string, unknown>> = row;
  const fields = Object.entries(columns).map(([name, column]): unknown[] => [name, values[column]]);
  return Object.fromEntries(fields);
}

/** Returns the columns of the fields that are set. */
export function writeColumns<C extends Columns, Changes extends { [Name in keyof C]?: unknown }>(
  columns: C,
  changes: Changes,
): { [Name in keyof C & keyof Changes as C[Name]]?: Exclude<Changes[Name], undefined> } {
  const values: Readonly<Record<string, unknown>> = changes;
  const set = Object.entries(columns).filter(([name]) => values[name] !== undefined);
  return Object.fromEntries(set.map(([name, column]): unknown[] => [column, values[name]]));
}

/** Returns the API names by column. */
export const invertColumns = <C extends Columns>(
  columns: C,
): { [Name in keyof C as C[Name]]: Name } =>
  Object.fromEntries(Object.entries(columns).map(([name, column]): unknown[] => [column, name]));
