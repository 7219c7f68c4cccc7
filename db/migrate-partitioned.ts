/** Statements of migrations that PostgreSQL does not run on partitioned tables. */
import type { ClientBase } from 'pg';

const creation =
  /^(create\s+(?:unique\s+)?index)\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(\w+)(.*)$/is;
const removal = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(\w+)$/i;

/**
 * Replaces a statement that builds or drops an index concurrently where its table is partitioned: the index is built on
 * each partition, and then on the table, which takes those and builds nothing.
 */
export async function forPartitions(client: ClientBase, statement: string): Promise<string[]> {
  const [, create = '', index = '', table = '', rest = ''] = creation.exec(statement) ?? [];
  if (index !== '') {
    const partitions = await listPartitionsOf(client, table);
    if (partitions === null) return [statement];
    return [
      ...partitions.map(
        ({ schema, name }) =>
          `${create} concurrently ${index}${name.slice(table.length)} on ${schema}.${name}${rest}`,
      ),
      `${create} if not exists ${index} on ${table}${rest}`,
    ];
  }
  const dropped = removal.exec(statement)?.[1];
  if (dropped === undefined || !(await isOfPartitions(client, dropped))) return [statement];
  return [`drop index if exists ${dropped}`];
}

/** Null for a table that is not partitioned. */
async function listPartitionsOf(
  client: ClientBase,
  table: string,
): Promise<{ schema: string; name: string }[] | null> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  );
  if (found.length === 0) return null;
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select relnamespace::regnamespace::text as schema, relname::text as name
     from pg_inherits join pg_class on oid = inhrelid where inhparent = to_regclass($1) order by 2`,
    [table],
  );
  return rows;
}

async function isOfPartitions(client: ClientBase, index: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'I'`,
    [index],
  );
  return rows.length > 0;
}
