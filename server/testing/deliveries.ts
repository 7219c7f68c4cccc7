/** Test fixtures: deliveries, their invoices, and orders of stock. */
import { beforeEach } from 'vitest';
import type { TestApp, TestOwner, TestUnit } from './app.ts';
import { testPng } from './files.ts';
import { withAStockedUnit } from './stock.ts';
import { app, owner, unit } from './with-app.ts';

export let storeId: string;
export let supplierId: string;

/** Sends a request below the venue of the owner. */
export const send = (method: string, path: string, body?: object, token = owner.token) =>
  app.send(method, `/api/venues/${owner.venueId}${path}`, { token, body });

/** A unit to stock, with a storeroom and a supplier, created anew for every test. */
export function withSupplier(): void {
  withAStockedUnit();
  beforeEach(async () => {
    storeId = (await send('POST', '/stores', { name: `Cellar ${unit.unitNumber}` })).body.id;
    const supplier = { name: `Metro ${unit.unitNumber}`, email: 'orders@metro.example' };
    supplierId = (await send('POST', '/suppliers', supplier)).body.id;
  });
}

/** Receives a delivery with its invoice into a storeroom, and orders, of a new supplier where none is named. */
export async function addDelivery(
  app: TestApp,
  { token, venueId }: Pick<TestOwner, 'token' | 'venueId'>,
  unit: Pick<TestUnit, 'id' | 'rum'>,
  supplier?: string,
) {
  const post = async (to: string, body: object): Promise<string> =>
    (await app.send('POST', `/api/venues/${venueId}${to}`, { token, body })).body.id;
  const storeId = await post('/stores', { name: `Store of ${unit.id}` });
  const supplierId = supplier ?? (await post('/suppliers', { name: `Supplier of ${unit.id}` }));
  const lines = [{ ingredientId: unit.rum, bottles: 6, cost: 20 }];
  const deliveryId = await post('/deliveries', { key: unit.id, supplierId, storeId, lines });
  const invoiceKey = await addInvoice(app, { token, venueId }, deliveryId);
  const ordered = [{ ingredientId: unit.rum, bottles: 12 }];
  const stockOrderId = await post('/stock-orders', { key: unit.id, supplierId, lines: ordered });
  const supply = { supplierId, par: 24, caseSize: 6 };
  const at = `/api/venues/${venueId}/ingredients/${unit.rum}/supply`;
  await app.send('PUT', at, { token, body: supply });
  return { storeId, supplierId, deliveryId, invoiceKey, stockOrderId };
}

/** Uploads a photo, and returns its key. */
export async function uploadInvoice(
  app: TestApp,
  { token, venueId }: Pick<TestOwner, 'token' | 'venueId'>,
  photo = testPng(40, 30),
): Promise<string> {
  const file = { fileName: 'invoice.png', contentType: 'image/png', sizeBytes: photo.length };
  const to = `/api/venues/${venueId}/invoice-uploads`;
  const { key, uploadUrl } = (await app.send('POST', to, { token, body: file })).body;
  const headers = { 'content-type': 'image/png' };
  await app.app.inject({ method: 'PUT', url: uploadUrl, headers, payload: photo });
  return key;
}

/** Uploads the photo of the invoice of a delivery, and returns its key. */
async function addInvoice(
  app: TestApp,
  owner: Pick<TestOwner, 'token' | 'venueId'>,
  deliveryId: string,
): Promise<string> {
  const key = await uploadInvoice(app, owner);
  const to = `/api/venues/${owner.venueId}/deliveries/${deliveryId}/invoice`;
  await app.send('PUT', to, { token: owner.token, body: { key } });
  return key;
}
