import type { ClientBase } from 'pg';

export interface PlacedTable {
  name: string;
  kind: 'distributed' | 'reference';
}

/** Tables that are distributed or copied to every node; none on a plain PostgreSQL. */
export async function listPlacedTables(client: Pick<ClientBase, 'query'>): Promise<PlacedTable[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as there`,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await client.query<PlacedTable>(
    `select logicalrelid::text as name, case partmethod when 'h' then 'distributed' else 'reference' end as kind
     from pg_dist_partition where partmethod = 'h' or repmodel = 't' order by name`,
  );
  return rows;
}
