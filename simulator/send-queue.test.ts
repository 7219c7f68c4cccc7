import { expect, test } from 'vitest';
import { ApiError, networkError } from '../web/api/api-error.ts';
import type { Api } from './api.ts';
import { openLedger } from './ledger.ts';
import type { MadeOrder } from './make-order.ts';
import { MessageSenders } from './send-queue.ts';
import { openTally } from './report-figures.ts';

type Behaviour = 'take' | 'away' | 'refuse';

/** Fake server that accepts an order once per key, unless it is set to be unavailable or to reject. */
function fakeServer() {
  const taken = new Map<string, number>();
  const server = {
    taken,
    behaves: 'take' as Behaviour,
    api: {
      send: async (_name: string, input: { headers: { 'idempotency-key': string } }) => {
        if (server.behaves === 'away') throw networkError();
        if (server.behaves === 'refuse') {
          throw new ApiError('Unknown drink', { status: 400, shape: 'fields' });
        }
        const key = input.headers['idempotency-key'];
        const times = taken.get(key) ?? 0;
        taken.set(key, times + 1);
        return { status: times === 0 ? 201 : 200, etag: null, ms: 1, body: { tax: 0.5 } };
      },
    } as unknown as Api,
  };
  return server;
}

function makeOutbox(server: ReturnType<typeof fakeServer>, chance: number) {
  const [ledger, tally] = [openLedger(), openTally()];
  const outbox = new MessageSenders({
    api: server.api,
    ledger,
    tally,
    unitNumber: 1001,
    key: 'bbu_key',
    taxPercentage: 10,
    random: () => chance,
  });
  return { outbox, ledger, tally };
}

const line = { unitPriceCents: 900, quantity: 1, successQuantity: 1, isDouble: false };
const order = (key: string): MadeOrder => ({
  key,
  body: { unitNumber: 1001, drinks: [{ drinkId: 'cuba libre' }] },
  sold: { lines: [line], tipCents: 0, feeCents: 0 },
});

test('an accepted order is entered once, however often it is sent', async () => {
  const server = fakeServer();
  const { outbox, ledger, tally } = makeOutbox(server, 0);
  expect(await outbox.send(order('a'))).toBe('taken');
  expect(server.taken.get('a')).toBe(3);
  expect(tally).toMatchObject({ sent: 3, accepted: 1, replayed: 2 });
  expect(ledger.total()).toMatchObject({ orders: 1, priceCents: 900, taxCents: 90 });
});

test('an order without a response is queued and resent with its key', async () => {
  const server = fakeServer();
  const { outbox, ledger, tally } = makeOutbox(server, 0.5);
  server.behaves = 'away';
  expect(await outbox.send(order('a'))).toBe('unknown');
  outbox.keep(order('b'));
  expect(await outbox.flush()).toBe(false);
  expect(outbox.waiting).toBe(2);
  expect(ledger.total().orders).toBe(0);
  server.behaves = 'take';
  expect(await outbox.flush()).toBe(true);
  expect(outbox.waiting).toBe(0);
  expect([...server.taken]).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(ledger.of(1001).orders).toBe(2);
  expect(tally.pending).toBe(2);
});

test('two simultaneous replays are entered once', async () => {
  const server = fakeServer();
  const { outbox, ledger, tally } = makeOutbox(server, 0.1);
  outbox.keep(order('a'));
  expect(await outbox.flush()).toBe(true);
  expect(server.taken.get('a')).toBe(2);
  expect(tally).toMatchObject({ accepted: 1, replayed: 1 });
  expect(ledger.total().orders).toBe(1);
});

test('a rejected order is not counted as sold, and its reason is recorded', async () => {
  const server = fakeServer();
  server.behaves = 'refuse';
  const { outbox, ledger, tally } = makeOutbox(server, 0.5);
  expect(await outbox.send(order('a'))).toBe('refused');
  expect(outbox.waiting).toBe(0);
  expect(ledger.total().orders).toBe(0);
  expect([...tally.reasons]).toEqual([['Unknown drink', 1]]);
});

test('a rejected order that has to be accepted is missing from the report, and so entered', async () => {
  const server = fakeServer();
  server.behaves = 'refuse';
  const { outbox, ledger } = makeOutbox(server, 0.1);
  outbox.keep(order('a'), { isOwed: true });
  expect(await outbox.flush()).toBe(true);
  expect(ledger.total()).toMatchObject({ orders: 1, priceCents: 900 });
});
