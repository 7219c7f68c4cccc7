import type { EndpointResponse } from '../../contract/endpoints.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { ListedDelivery, NamedLine } from './deliveries.queries.ts';
import type { SupplierRow } from './suppliers.queries.ts';

export const supplierView = ({
  id,
  name,
  email,
  delivery_days: deliveryDays,
  lead_days: leadDays,
}: SupplierRow): EndpointResponse<'listSuppliers'>[number] => ({
  id,
  name,
  email,
  deliveryDays,
  leadDays,
});

export const deliveryView = (
  row: ListedDelivery,
  lines: readonly NamedLine[],
): EndpointResponse<'listDeliveries'>[number] => ({
  id: row.id,
  at: row.at.toISOString(),
  supplier: row.supplier,
  storeId: row.store_id,
  storeName: row.store,
  orderId: row.order_id,
  by: row.person && personName(row.person),
  undoneAt: row.undone_at?.toISOString() ?? null,
  hasInvoice: row.invoice_key !== null,
  lines: lines.map(({ ingredient_id, name, bottles, bottle_ml }) => ({
    ingredientId: ingredient_id,
    name,
    bottles,
    bottleMl: bottle_ml,
  })),
});
