import type { EndpointResponse } from '../../contract/endpoints.ts';
import { stateOfOrder } from '../../rules/stock/stock-orders.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { ToOrder } from './read-order-list.ts';
import type { ListedOrder, NamedOrderLine, SupplyRow } from './stock-orders.queries.ts';

const setView = ({ supplier_id, par, bottle_ml, case_size }: SupplyRow) => ({
  supplierId: supplier_id,
  par,
  bottleMl: bottle_ml,
  caseSize: case_size,
});

const nothingSet = { supplierId: null, par: null, bottleMl: null, caseSize: null };

export const supplyView = (row: SupplyRow): EndpointResponse<'updateSupply'> => ({
  ingredientId: row.ingredient_id,
  ...setView(row),
});

export const toOrderView = (one: ToOrder): EndpointResponse<'getOrderList'>[number] => ({
  ingredientId: one.ingredientId,
  name: one.name,
  supplierId: one.supplier?.id ?? null,
  supplier: one.supplier?.name ?? null,
  bottleMl: one.bottleMl,
  caseSize: one.caseSize,
  set: one.set === null ? nothingSet : setView(one.set),
  par: one.par,
  proposedPar: one.proposed,
  onHand: bottlesOf(one.onHandMl, one),
  levelKnown: one.levelKnown,
  ordered: bottlesOf(one.orderedMl, one),
  toOrder: one.toOrder,
});

const bottlesOf = (ml: number, { bottleMl }: ToOrder): number =>
  Math.round((100 * ml) / bottleMl) / 100;

export const lineView = ({
  ingredient_id: ingredientId,
  name,
  bottles,
  bottle_ml: bottleMl,
  case_size: caseSize,
  received,
}: NamedOrderLine) => ({ ingredientId, name, bottles, bottleMl, caseSize, received });

export const orderView = (
  row: ListedOrder,
  lines: readonly NamedOrderLine[],
): EndpointResponse<'listStockOrders'>[number] => ({
  id: row.id,
  supplier: row.supplier,
  mailedTo: row.mailed_to,
  orderedAt: row.ordered_at.toISOString(),
  by: row.person && personName(row.person),
  state: stateOfOrder(row),
  lines: lines.map(lineView),
});
