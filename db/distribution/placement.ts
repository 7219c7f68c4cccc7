import type { ClientBase } from 'pg';

// Place of each table on a distributed database (Citus); a table of a migration that is missing here fails a test.

/** Distributed by venue_id: all rows of a venue are on one node, where its statements run as on a single database. */
export const distributedTables = [
  'orders',
  'ordered_drinks',
  'pours',
  'order_receipts',
  'imports',
  'import_mappings',
  'rejected_lines',
  'refunds',
  'sales_rollups',
  'drink_rollups',
  'pour_sums',
  'drink_sums',
  'sums_progress',
  'night_certificates',
  'journal_exports',
  'unit_state',
  'ingredients',
  'unit_inventory',
  'unit_positions',
  'drinks',
  'drink_ingredients',
  'menu_categories',
  'restock_notices',
  'alerts',
  'alert_events',
  'duties',
  'card_readers',
  'flag_switches',
  'former_prices',
  'price_changes',
  'changed_prices',
  'setup_copies',
  'price_plans',
  'price_plan_periods',
  'former_rates',
  'contact_gaps',
  'unit_heartbeats',
  'unit_software',
  'unit_services',
  'refused_sales',
  'pour_cases',
  'refund_policies',
  'changes',
  'stock_movements',
  'stock_outs',
  'refill_plans',
  'ingredient_costs',
  'stores',
  'store_levels',
  'stock_counts',
  'count_lines',
  'deliveries',
  'delivery_lines',
  'ingredient_supplies',
  'stock_orders',
  'stock_order_lines',
  'venue_clocks',
  'venue_hours',
  'venue_nights',
] as const;

/** A full copy on every node: read with the tables above, and written rarely, because a write concerns every node. */
export const referenceTables = ['users', 'venues', 'units'] as const;

/** On the coordinator only: unique over all venues, written often, or of no venue. */
export const localTables = [
  'sessions',
  'acting_grants',
  'memberships',
  'invitations',
  'role_settings',
  'credentials',
  'passkey_challenges',
  'rate_limits',
  'unit_keys',
  'walls',
  'api_tokens',
  'webhooks',
  'webhook_deliveries',
  'recipients',
  'one_time_tokens',
  'settings',
  'files',
  'renderings',
  'messages',
  'report_subscriptions',
  'report_tellings',
  'report_views',
  'journal_accounts',
  'setup_templates',
  'suppliers',
  'alert_watches',
  'fleet_units',
  'fleet_versions',
  'support_tickets',
  'support_notes',
  'venue_verifications',
  'alert_settings',
  'push_subscriptions',
  'alert_notifications',
  'audit',
  'jobs',
  'job_workers',
  'server_uptime',
  'schema_migrations',
] as const;

/**
 * Dropped before distributing. Only processes of an earlier release need these, while they are replaced one by one
 * (migration 0024).
 */
export const forEarlierReleases = {
  triggers: [
    { name: 'units_state', table: 'units' },
    { name: 'drinks_ingredient_set_sorted', table: 'drinks' },
  ],
  indices: ['restock_notices_open_without_venue', 'card_readers_without_venue'],
} as const;

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
