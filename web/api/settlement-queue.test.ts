import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';
import { addSettlement, sendSettlements, waitingSettlements } from './settlement-queue.ts';

let sent: object[];
let respond: () => Promise<Response>;

const done = () => Promise.resolve(Response.json({ results: [{ id: 'c-1', status: 200 }] }));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 6, 4, 22) });
  sent = [];
  respond = done;
  startSession(tokenWith({ sub: 'u-1' }));
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string | null }) => {
    if (body !== null) sent.push(JSON.parse(body));
    return respond();
  });
});
afterEach(() => {
  waitingSettlements.set([]);
  endSession();
  vi.useRealTimers();
});

const settlement = {
  venueId: 'v-1',
  ids: ['c-1'],
  resolution: 'remade',
  note: 'At the other unit',
} as const;

test('a drink that was made again is sent with its note and the time at which that was said', async () => {
  const at = Date.now();
  await addSettlement('u-1', settlement);
  const { venueId: _, ...body } = settlement;
  expect(sent).toEqual([{ ...body, at }]);
  expect(waitingSettlements.get()).toEqual([]);
});

test('without a network it waits, and is sent again with the same time', async () => {
  const at = Date.now();
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await addSettlement('u-1', settlement);
  expect(waitingSettlements.get()).toMatchObject([{ ids: ['c-1'], atMs: at }]);
  respond = done;
  vi.setSystemTime(at + 60_000);
  await sendSettlements('u-1');
  expect(sent).toMatchObject([{ at }, { at }]);
  expect(waitingSettlements.get()).toEqual([]);
});

test('the end of the session erases what waits', async () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await addSettlement('u-1', settlement);
  endSession();
  expect(waitingSettlements.get()).toEqual([]);
  expect(localStorage.getItem('settlements')).toBeNull();
});
