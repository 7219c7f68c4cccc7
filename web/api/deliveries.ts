/** Suppliers, and deliveries into storerooms. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

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
  ]);

/** Returns the id of the new supplier. */
export async function createSupplier(venueId: string, name: string): Promise<string> {
  const { id } = await api.createSupplier({ params: { venueId }, body: { name } });
  await invalidate('listSuppliers');
  return id;
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
