/** Triggers that repeat every change of the tables in their partitioned copies, in the same transaction. */
import type { ClientBase } from 'pg';
import { type PartitionedTable, partitionedTables, schemas } from './tables.ts';

/** Requests have no rights on the copies, so the functions run as the owner of the tables. */
export async function createMirror(client: ClientBase): Promise<void> {
  for (const table of partitionedTables) {
    await client.query(await mirrorOf(client, table));
    await client.query(
      `create trigger partitioning_mirror after insert or update or delete on ${table.name}
         for each row execute function ${schemas.copy}.mirror_${table.name}()`,
    );
  }
}

/** Updates insert rows that are not copied yet: the copying leaves them as they are then. */
async function mirrorOf(client: ClientBase, { name, key }: PartitionedTable): Promise<string> {
  const copy = `${schemas.copy}.${name}`;
  const { rows } = await client.query<{ columns: string; changes: string; schema: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns,
       string_agg(format('%1$I = excluded.%1$I', attname), ', ' order by attnum) filter (where attname <> all($2)) as changes,
       current_schema() as schema
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [name, key],
  );
  const { columns = '', changes = '', schema = '' } = rows[0] ?? {};
  const values = columns.replaceAll(/(^|, )/g, '$1new.');
  const receipt = `
    if tg_op = 'INSERT' and new.idempotency_key is not null then
      insert into ${schema}.order_receipts (venue_id, unit_id, idempotency_key, order_id, body_hash, received_at)
      values (new.venue_id, new.unit_id, new.idempotency_key, new.id, new.body_hash,
        case when new.entered_by <> 'import' then new.received_at end)
      on conflict do nothing;
    end if;`;
  return `
    create function ${schemas.copy}.mirror_${name}() returns trigger
      language plpgsql security definer
      set search_path = pg_catalog, pg_temp
      as $$ begin
        if tg_op = 'DELETE' then
          delete from ${copy} where ${key.map((column) => `${column} = old.${column}`).join(' and ')};
          return null;
        end if;
        insert into ${copy} (${columns}) values (${values})
        on conflict (${key.join(', ')}) do update set ${changes};
        ${name === 'orders' ? receipt : ''}
        return null;
      end $$`;
}
