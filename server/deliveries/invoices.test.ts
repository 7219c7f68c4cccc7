/** Photos of the invoices of deliveries, through HTTP. */
import { beforeEach, expect, test } from 'vitest';
import { sweepFiles } from '../files/files.ts';
import { addOwner } from '../testing/app.ts';
import { addPerson } from '../testing/accounts.ts';
import { pngChunk, testPng } from '../testing/files.ts';
import { addDelivery, uploadInvoice } from '../testing/deliveries.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withAStockedUnit();

let id: string;
let key: string;
beforeEach(async () => {
  ({ deliveryId: id, invoiceKey: key } = await addDelivery(app, owner, unit));
});

const send = (method: string, body?: object, token = owner.token) =>
  app.send(method, `/api/venues/${owner.venueId}/deliveries/${id}/invoice`, {
    token,
    ...(body && { body }),
  });
const read = (token = owner.token) =>
  app.app.inject({
    url: `/api/venues/${owner.venueId}/deliveries/${id}/invoice`,
    headers: { authorization: `Bearer ${token}` },
  });
const upload = (photo?: Buffer) => uploadInvoice(app, owner, photo);
const listed = async () => {
  const deliveries = `/api/venues/${owner.venueId}/deliveries`;
  const { body } = await app.send('GET', deliveries, { token: owner.token });
  return body.find((one: any) => one.id === id);
};
const actions = async () =>
  (
    await app.db
      .selectFrom('audit')
      .select(['action', 'new_value'])
      .where('on_behalf_of', '=', owner.userId)
      .where('action', 'like', 'delivery.invoice%')
      .orderBy('id')
      .execute()
  ).map(({ action, new_value }) => [action, new_value?.['replaced'] ?? null]);

test('the photo of an invoice is read through the API alone, and nothing keeps it', async () => {
  const reply = await read();
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.rawPayload.equals(testPng(40, 30))).toBe(true);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(await listed()).toMatchObject({ hasInvoice: true });
  for (const address of [key, key.replace('-', '%2D'), key.replace('/', '//')]) {
    const open = await app.app.inject({
      url: `/files/${address}`,
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(open.statusCode, address).toBe(404);
  }
  expect((await app.app.inject(`/files/${key}`)).statusCode).toBe(404);
});

test('a photo is replaced and removed, and each change is in the audit log', async () => {
  const other = testPng(50, 30);
  const next = await upload(other);
  expect((await send('PUT', { key: next })).status).toBe(200);
  expect((await send('PUT', { key: next })).body).toMatchObject({ id, hasInvoice: true });
  expect((await read()).rawPayload.equals(other)).toBe(true);
  const removed = await send('DELETE');
  expect([removed.status, removed.body.hasInvoice]).toEqual([200, false]);
  expect([(await send('DELETE')).status, (await read()).statusCode]).toEqual([404, 404]);
  // The owner is that of all tests.
  expect((await actions()).slice(-3)).toEqual([
    ['delivery.invoice_added', false],
    ['delivery.invoice_added', true],
    ['delivery.invoice_removed', null],
  ]);
});

test('an undone delivery keeps its invoice', async () => {
  const path = `/api/venues/${owner.venueId}/deliveries/${id}`;
  const undone = await app.send('DELETE', path, { token: owner.token });
  expect([undone.status, undone.body.hasInvoice]).toEqual([200, true]);
  expect((await read()).statusCode).toBe(200);
});

test('those who receive add a photo, and only those who may see costs read it', async () => {
  const { token: bartender } = await addPerson(app, owner, 'bartender');
  const { token: accountant } = await addPerson(app, owner, 'accountant');
  const statuses = async (token: string, sent: string) => [
    (await read(token)).statusCode,
    (await send('PUT', { key: sent }, token)).status,
    (await send('DELETE', undefined, token)).status,
  ];
  expect(await statuses(accountant, key)).toEqual([200, 403, 403]);
  // Another photo would be replaced.
  expect(await statuses(bartender, await upload())).toEqual([403, 403, 403]);
  expect((await send('DELETE')).status).toBe(200);
  expect(await statuses(bartender, await upload())).toEqual([403, 200, 403]);
  expect((await read()).statusCode).toBe(200);
});

test('the photo of another owner or venue, and an image that is public, are no invoice', async () => {
  const stranger = await addOwner(app, `Stranger ${unit.unitNumber}`);
  const token = owner.token;
  const { body: venue } = await app.send('POST', '/api/users/venues', {
    token,
    body: { name: `Second ${unit.unitNumber}` },
  });
  const elsewhere = { token, venueId: venue.id };
  const image = { fileName: 'a.png', contentType: 'image/png', sizeBytes: 100 };
  const open = await app.send('POST', '/api/files/brand-images', {
    token,
    body: { ...image, venueId: owner.venueId },
  });
  const foreign = [
    await uploadInvoice(app, stranger),
    await uploadInvoice(app, elsewhere),
    open.body.key,
  ];
  for (const sent of foreign) expect((await send('PUT', { key: sent })).status, sent).toBe(404);
  const asImage = await app.send('PUT', `/api/ingredients/${unit.rum}`, {
    token,
    body: { unitId: unit.id, imageURL: key },
  });
  expect(asImage.status).toBe(404);
  expect((await read(stranger.token)).statusCode).toBe(404);
  expect((await read()).statusCode).toBe(200);
});

test('a photo is checked as any image, and loses what describes where it was taken', async () => {
  const issued = await app.send('POST', `/api/venues/${owner.venueId}/invoice-uploads`, {
    token: owner.token,
    body: { fileName: 'a.png', contentType: 'image/png', sizeBytes: 100 },
  });
  const missing = await send('PUT', { key: issued.body.key });
  expect([missing.status, missing.body]).toEqual([400, { key: 'Upload the image first' }]);
  const plain = testPng(40, 30);
  const place = pngChunk('eXIf', Buffer.from('MM at home'));
  const described = Buffer.concat([plain.subarray(0, 33), place, plain.subarray(33)]);
  expect((await send('PUT', { key: await upload(described) })).status).toBe(200);
  expect((await read()).rawPayload.equals(plain)).toBe(true);
  const damaged = testPng(40, 30).fill(0x7f, 33, 34);
  expect((await send('PUT', { key: await upload(damaged) })).status).toBe(415);
  expect((await read()).rawPayload.equals(plain)).toBe(true);
});

test('the sweep keeps the photo of a delivery, and frees it a day after it was removed', async () => {
  const { runAll } = testOutbox(app);
  const start = app.deps.now();
  const sweptAfter = async (days: number) => {
    app.setNow(new Date(start.getTime() + days * 24 * 60 * 60_000));
    await sweepFiles({ ...app.deps, db: app.db });
    await runAll();
    return (await app.deps.storage.inspect(key)) !== null;
  };
  expect(await sweptAfter(3)).toBe(true);
  app.setNow(start);
  expect((await send('DELETE')).status).toBe(200);
  expect(await sweptAfter(3)).toBe(false);
  app.setNow(start);
});
