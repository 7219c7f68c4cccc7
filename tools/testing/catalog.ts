/** Test helper: everything that the catalog knows about the tables of sales, whether they are partitioned or not. */
import type { ClientBase } from 'pg';

export interface Catalog {
  columns: string[];
  indices: string[];
  constraints: string[];
  policies: string[];
  rights: string[];
  triggers: string[];
  schemas: string[];
}

const tables = `('orders'), ('ordered_drinks'), ('pours'), ('refunds')`;

const queries: Record<Exclude<keyof Catalog, 'constraints'>, string> = {
  columns: `
    select format('%s.%s %s %s %s', name, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) as text
    from named join pg_attribute on attrelid = rel left join pg_attrdef on adrelid = rel and adnum = attnum
    where attnum > 0 and not attisdropped`,
  indices: `
    select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || case when indisvalid then '' else ' invalid' end as text
    from named join pg_index on indrelid = rel`,
  policies: `
    select to_jsonb(pg_policies)::text as text from pg_policies join named on tablename = name
    union all select format('%s %s %s %s', name, relrowsecurity, relforcerowsecurity, relowner::regrole)
    from named join pg_class on oid = rel`,
  rights: `select format('%s %s', name, acl) as text from named join pg_class on oid = rel, unnest(relacl) as acl`,
  triggers: `
    select format('%s on %s', tgname, name) as text from named join pg_trigger on tgrelid = rel where not tgisinternal`,
  schemas: `
    select nspname::text as text from pg_namespace
    where nspname like 'barback%' and nspname not in ('barback_partitions', 'barback_detached')`,
};

export async function catalogOf(client: ClientBase): Promise<Catalog> {
  const list = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ text: string }>(
      `with named as (select name, name::regclass as rel from (values ${tables}) as listed (name)) ${sql} order by 1`,
    );
    return rows.map(({ text }) => text);
  };
  const lists: Partial<Catalog> = {};
  for (const [name, sql] of Object.entries(queries)) lists[name as keyof Catalog] = await list(sql);
  // The references between partitions are those between the tables, wherever they are written.
  const constraints = await list(
    `select distinct format('%s %s %s %s', name, conname,
       regexp_replace(pg_get_constraintdef(con.oid), 'barback_partitions\\.(\\w+?)_(\\d{4}_\\d{2}|default)\\(', '\\1('),
       convalidated) as text
     from named
     join pg_constraint as con on conrelid = named.rel or conrelid in (select inhrelid from pg_inherits where inhparent = named.rel)
     where contype in ('p', 'u', 'c', 'f') and conparentid = 0 and (conrelid = named.rel or contype = 'f')`,
  );
  return { ...(lists as Catalog), constraints };
}
