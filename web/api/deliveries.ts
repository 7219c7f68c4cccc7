/** Suppliers, and deliveries into storerooms. */
import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { deliveryMessages } from '../../rules/stock/deliveries.ts';
import { ApiError } from './api-error.ts';
import { api, openResponse } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';
import { type Picture, uploadInvoice } from './files.ts';

export type Supplier = EndpointResponse<'listSuppliers'>[number];
export type Delivery = EndpointResponse<'listDeliveries'>[number];

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

/**
 * Receives a delivery, and then saves the photo of its invoice. Throws where only the photo is missing; both can be sent
 * again, since the delivery has a key.
 */
export async function createDelivery(
  venueId: string,
  body: EndpointInput<'createDelivery'>['body'],
  invoice: Picture | null,
): Promise<void> {
  const { id } = await api.createDelivery({ params: { venueId }, body });
  await refresh(venueId);
  if (!invoice) return;
  await updateInvoice(venueId, id, invoice).catch((error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0;
    throw new ApiError(deliveryMessages.invoiceLost, { status, shape: 'message' });
  });
}

export async function undoDelivery(venueId: string, id: string): Promise<void> {
  await api.undoDelivery({ params: { venueId, id } });
  await refresh(venueId);
}

/** Photo of the invoice of a delivery. It is not kept once nothing shows it. */
export const invoiceQuery = (venueId: string, id: string) =>
  queryOptions({
    queryKey: ['getInvoice', { params: { venueId, id } }] as const,
    queryFn: async ({ signal }) =>
      (await openResponse('getInvoice', { params: { venueId, id }, signal })).blob(),
    gcTime: 0,
  });

/** Uploads a photo, and saves it as the invoice of a delivery. */
export async function updateInvoice(venueId: string, id: string, photo: Picture): Promise<void> {
  const key = await uploadInvoice(venueId, photo);
  await api.updateInvoice({ params: { venueId, id }, body: { key } });
  await refreshInvoice(venueId, id);
}

export async function deleteInvoice(venueId: string, id: string): Promise<void> {
  await api.deleteInvoice({ params: { venueId, id } });
  await invalidate('listDeliveries', { params: { venueId } });
}

const refreshInvoice = (venueId: string, id: string) =>
  Promise.all([
    invalidate('listDeliveries', { params: { venueId } }),
    invalidate('getInvoice', { params: { venueId, id } }),
  ]);
