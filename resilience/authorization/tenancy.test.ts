/**
 * Requests every endpoint with another owner's ids, derived from the contract: an endpoint missing here fails the
 * test.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import {
  addressOf,
  type RequestTarget,
  targets,
  range,
} from '../../server/testing/endpoint-targets.ts';
import { nowhere, type Place, settle, tracesOf } from '../../server/testing/places.ts';
import { addSuperAdmin } from '../../server/testing/app.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

let mine: Place;
let theirs: Place;
let admin: string;

withApp();
beforeAll(async () => {
  mine = await settle(app, 'Mine');
  theirs = await settle(app, 'Theirs');
  admin = await addSuperAdmin(app);
});

const every = Object.entries<Endpoint>(endpoints);
const aimed = every.filter(([name]) => targets[name as EndpointName]);

const send = (endpoint: Endpoint, aim: RequestTarget, token: string) =>
  app.send(endpoint.method, addressOf(endpoint, aim), {
    token,
    ...(aim.body ? { body: aim.body } : {}),
  });

/** Values of the other tenant that would reveal a leak in a response. */
const traces = () => [...tracesOf(theirs), 'Theirs'];

test('every endpoint has a target here or is declared to take no tenant ids', () => {
  expect(every.map(([name]) => name).filter((name) => !(name in targets))).toEqual([]);
});

describe("another owner's ids", () => {
  test.each(aimed)(
    "%s responds to another owner's ids as if they did not exist",
    async (name, endpoint) => {
      const aim = targets[name as EndpointName];
      if (!aim) throw new Error('Not aimed');
      const foreign = await send(endpoint, aim(theirs), mine.owner.token);
      const missing = await send(endpoint, aim(nowhere(mine)), mine.owner.token);
      expect(foreign.status).toBe(404);
      expect(missing.status).toBe(404);
      expect(foreign.body.error.message).toBe(missing.body.error.message);
      for (const trace of traces()) expect(foreign.text).not.toContain(trace);
    },
  );

  test("requests with another owner's ids change nothing", async () => {
    const { body } = await app.send('GET', `/api/venues/${theirs.owner.venueId}/units`, {
      token: theirs.owner.token,
    });
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ unitNumber: theirs.unit.unitNumber, homeHelperText: '' });
    const keys = await app.send('GET', `/api/units/${theirs.unit.unitNumber}/keys`, {
      token: theirs.owner.token,
    });
    expect(keys.body).toHaveLength(1);
    const report = await app.send(
      'GET',
      `/api/orders/sales/report?${new URLSearchParams({ venueId: theirs.owner.venueId, ...range }).toString()}`,
      { token: theirs.owner.token },
    );
    expect(report.body.pagination.total).toBe(2);
    expect(report.body.totalRefunds).toBe(0);
  });
});

describe('lists without an id', () => {
  test.each(['/api/orders', '/api/audit', '/api/audit.csv', '/api/settings/terms'])(
    '%s return nothing of another owner',
    async (path) => {
      const { text } = await app.send('GET', path, { token: mine.owner.token });
      for (const trace of traces()) expect(text).not.toContain(trace);
    },
  );
});

describe('super admin', () => {
  const changing = new Set([
    'deleteUnit',
    'revokeUnitKey',
    'revokeWall',
    'updateSetting',
    'updateVenue',
    'createUnit',
    'createUnitKey',
    'addStandardBar',
    'createWall',
    'createToken',
    'revokeToken',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'replayWebhook',
    'testWebhook',
    'createOrder',
    'createDrink',
    'deletePricePlan',
    'createMenuCategory',
    'deleteMenuCategory',
    'deleteDrink',
    'undeleteDrink',
    'createIngredient',
    'createUpload',
    'reactivateIngredient',
    'restoreIngredient',
    'refillPositions',
    'countStock',
    'discardStock',
    'createStore',
    'startStockCount',
    'endStockCount',
    'discardStockCount',
    'createSetupTemplate',
    'createSupplier',
    'createDelivery',
    'undoDelivery',
    'createInvoiceUpload',
    'deleteInvoice',
    'createStockOrder',
    'cancelStockOrder',
    'deleteStore',
    'deleteSupplier',
    'mailSalesReport',
    'createReportSubscription',
    'createReportView',
    'invitePerson',
    'requestContactConfirmation',
    // These need a form with a file.
    'previewImport',
    'startImport',
    'takeBackImport',
  ]);
  test.each(aimed.filter(([name]) => !changing.has(name)))(
    'reaches everything by %s',
    async (name, endpoint) => {
      const response = await send(endpoint, targets[name as EndpointName]?.(theirs) ?? {}, admin);
      expect(response.status).toBe(200);
    },
  );
});

describe('unit', () => {
  test('a unit can use only its own orders', async () => {
    const change = (orderId: string) =>
      app.send('PUT', `/api/orders/${orderId}`, { token: mine.unit.key, body: { duration: 1000 } });
    expect((await change(mine.orderId)).status).toBe(200);
    expect((await change(theirs.orderId)).status).toBe(404);
  });
});
