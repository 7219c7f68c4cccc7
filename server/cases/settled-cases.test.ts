import { expect, test } from 'vitest';
import { addOwner } from '../testing/app.ts';
import { addPerson } from '../testing/accounts.ts';
import {
  auditRows,
  caseOf,
  declinedBecause,
  fail,
  list,
  provider,
  refund,
  refundRows,
  resolve,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { app, owner } from '../testing/with-app.ts';

withRefunds();

test('FAIL-03 a refund from the inbox is that of the report: one refund, one audit entry, one case settled', async () => {
  const [inInbox, inReport] = [await fail(), await fail()];
  const before = await auditRows();
  const { id } = await caseOf(inInbox);
  expect(await resolve(id, { resolution: 'refunded' })).toMatchObject({
    status: 200,
    body: {
      state: 'resolved',
      resolution: 'refunded',
      settledBy: 'Rooftop',
      refund: { amount: 9, state: 'refunded' },
    },
  });
  expect((await refund(inReport.id, '0')).status).toBe(200);
  for (const order of [inInbox, inReport]) {
    expect(await refundRows(order)).toEqual([{ state: 'refunded' }]);
    expect(await caseOf(order)).toBeUndefined();
    expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: 'refunded', owed: 9 });
  }
  expect(await auditRows()).toBe(before + 2);
  expect(provider.paid.size).toBe(2);
});

test('FAIL-04 of twenty people who refund a drink at once, one does, and the others see who', async () => {
  const order = await fail();
  const { id } = await caseOf(order);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => resolve(id, { resolution: 'refunded' })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = responses.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(19);
  for (const { body } of refused)
    expect(body.error.message).toMatch(
      /^Rooftop (is refunding this drink|settled this already: refunded)$/,
    );
  expect(await refundRows(order)).toHaveLength(1);
});

test('of people who settle a case in different ways at once, one does, and the others see how', async () => {
  const order = await fail();
  const { id } = await caseOf(order);
  const before = await auditRows();
  const ways = ['remade', 'meter', 'kept', 'declined', 'refunded'];
  const responses = await Promise.all(ways.map((resolution) => resolve(id, { resolution })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const done = responses.find(({ status }) => status === 200);
  expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: done?.body.resolution });
  expect(await auditRows()).toBe(before + 1);
});

test('FAIL-05 a refund that the provider declines opens the case again, with the words of the provider', async () => {
  provider.behaviour = 'declines';
  const order = await fail();
  const { id } = await caseOf(order);
  expect(await resolve(id, { resolution: 'refunded' })).toMatchObject({
    status: 402,
    body: { error: { message: declinedBecause } },
  });
  expect(await caseOf(order)).toMatchObject({
    state: 'open',
    settledBy: null,
    refund: { amount: 9, state: 'failed', error: declinedBecause },
  });
});

test('a refund without an outcome keeps the case in progress until a job knows more', async () => {
  provider.behaviour = 'dies';
  const order = await fail();
  const { id } = await caseOf(order);
  const response = await resolve(id, { resolution: 'refunded' });
  expect(response).toMatchObject({
    status: 202,
    body: { state: 'refunding', settledBy: 'Rooftop', refund: { state: 'requested' } },
  });
  expect(await resolve(id, { resolution: 'remade' })).toMatchObject({
    status: 409,
    body: { error: { message: 'Rooftop is refunding this drink' } },
  });
  provider.behaviour = 'pays';
  await workAt(3_600_000);
  expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: 'refunded' });
});

test('a case that was made again becomes a refunded one when the drink is refunded later', async () => {
  const order = await fail();
  const { id } = await caseOf(order);
  const made = await resolve(id, { resolution: 'remade', note: 'At the other unit' });
  expect(made).toMatchObject({
    status: 200,
    body: { state: 'resolved', resolution: 'remade', note: 'At the other unit' },
  });
  expect((await refund(order.id, '0')).status).toBe(200);
  expect(await caseOf(order, 'resolved')).toMatchObject({
    resolution: 'refunded',
    note: 'At the other unit',
  });
});

test('a sale without a payment is given back in cash', async () => {
  const order = await fail({}, { paymentId: undefined });
  const { id, refundTo } = await caseOf(order);
  expect(refundTo).toBe('cash');
  expect((await resolve(id, { resolution: 'refunded' })).status).toBe(200);
  expect(provider.paid.size).toBe(0);
});

test('FAIL-09 a bartender records that a drink was made again, and may not refund; an accountant only reads', async () => {
  const bartender = await addPerson(app, owner, 'bartender');
  const accountant = await addPerson(app, owner, 'accountant');
  const [first, second] = [await caseOf(await fail()), await caseOf(await fail())];
  for (const resolution of ['refunded', 'kept', 'declined'])
    expect((await resolve(first.id, { resolution }, bartender.token)).status).toBe(403);
  expect((await resolve(first.id, { resolution: 'remade' }, bartender.token)).status).toBe(200);
  expect((await resolve(second.id, { resolution: 'remade' }, accountant.token)).status).toBe(403);
  const ledger = (token: string) =>
    app.send(
      'GET',
      `/api/venues/${owner.venueId}/ledger?from=2024-07-01&to=2024-07-01&timezone=UTC`,
      {
        token,
      },
    );
  expect((await ledger(accountant.token)).status).toBe(200);
  expect((await ledger(bartender.token)).status).toBe(403);
  const shown = (await list('', bartender.token)).cases[0];
  expect(shown).not.toHaveProperty('owed');
  expect(shown.wholeLine).toEqual({});
});

test('several cases are settled in one request, each with its own outcome', async () => {
  const cases = [await caseOf(await fail()), await caseOf(await fail())];
  await resolve(cases[0].id, { resolution: 'meter' });
  const stranger = await addOwner(app, 'Stranger');
  const ids = [...cases.map(({ id }) => id), stranger.venueId, 'no id'];
  const send = (body: object, token = owner.token, venueId = owner.venueId) =>
    app.send('POST', `/api/venues/${venueId}/cases/resolve`, { token, body });
  expect((await send({ ids, resolution: 'refunded' })).body).toEqual({
    results: [
      { id: ids[0], status: 409, message: 'Rooftop settled this already: was served' },
      { id: ids[1], status: 200, message: null },
      { id: ids[2], status: 404, message: 'There is no such case' },
      { id: ids[3], status: 404, message: 'There is no such case' },
    ],
  });
  const foreign = await send({ ids, resolution: 'kept' }, stranger.token, stranger.venueId);
  expect(foreign.body.results.map(({ status }: { status: number }) => status)).toEqual([
    404, 404, 404, 404,
  ]);
  expect((await send({ ids: [], resolution: 'kept' })).status).toBe(400);
  expect((await send({ ids: Array(101).fill(ids[0]), resolution: 'kept' })).status).toBe(400);
});
