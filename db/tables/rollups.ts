/** Row types of rollups. */
import type { Grain } from '../../rules/reports/rollup-cover.ts';
import type { Time } from './column-types.ts';

export interface SalesRollupsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  orders: number;
  price_cents: number;
  fee_cents: number;
  servings: number;
  duration_ms: number;
  timed_orders: number;
  sales_cents: number;
  tax_cents: number;
  tip_cents: number;
  refund_cents: number;
}

export interface DrinkRollupsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  name: string;
  quantity: number;
  amount_cents: number;
}
