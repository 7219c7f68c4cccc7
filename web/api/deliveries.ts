/** Suppliers, and deliveries into storerooms. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type Supplier = ResponseOf<Endpoints['listSuppliers']>[number];
export type Delivery = ResponseOf<Endpoints['listDeliveries']>[number];

export const suppliersQuery = (venueId: string) =>
  endpointQuery('listSuppliers', { params: { venueId } });

export const deliveriesQuery = (venueId: string) =>
  endpointQuery('listDeliveries', { params: { venueId } });

const refresh = (venueId: string) =>
  Promise.all([
    invalidate('listDeliveries', { params: { venueId } }),
    invalidate('getStock', { params: { venueId } }),
    invalidate('listCosts', { params: { venueId } }),
    invalidate('listIngredientCosts'),
    invalidate('getOrderList', { params: { venueId } }),
    invalidate('listStockOrders', { params: { venueId } }),
  ]);

const refreshSuppliers = () =>
  Promise.all([invalidate('listSuppliers'), invalidate('getOrderList')]);

/** Returns the id of the new supplier. */
export async function createSupplier(
  venueId: string,
  body: EndpointInput<'createSupplier'>['body'],
): Promise<string> {
  const { id } = await api.createSupplier({ params: { venueId }, body });
  await refreshSuppliers();
  return id;
}

export async function updateSupplier(
  venueId: string,
  id: string,
  body: EndpointInput<'updateSupplier'>['body'],
): Promise<void> {
  await api.updateSupplier({ params: { venueId, id }, body });
  await refreshSuppliers();
}

export async function deleteSupplier(venueId: string, id: string): Promise<void> {
  await api.deleteSupplier({ params: { venueId, id } });
  await refreshSuppliers();
}

export async function createDelivery(
  venueId: string,
  body: EndpointInput<'createDelivery'>['body'],
): Promise<void> {
  await api.createDelivery({ params: { venueId }, body });
  await refresh(venueId);
}

export async function undoDelivery(venueId: string, id: string): Promise<void> {
  await api.undoDelivery({ params: { venueId, id } });
  await refresh(venueId);
}
