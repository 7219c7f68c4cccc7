import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';
import {
  addRefill,
  changeRefill,
  recordedRefills,
  removeRefill,
  undoMs,
  waitingRefills,
} from './refill-queue.ts';
import { unstoredCount } from './waiting-queue.ts';

interface SentRefill {
  key: string;
  position: number;
  levelPercent: number;
}

/** Requests so far: their refills. */
let sent: SentRefill[][];
let respond: (refills: readonly SentRefill[]) => Promise<Response> | Response;

const recorded = (refills: readonly SentRefill[]) =>
  Response.json({ refills: refills.map((refill) => ({ ...refill, result: 'refilled' })) });
const refused = () => Response.json({ error: { message: 'Too old' } }, { status: 400 });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  respond = recorded;
  startSession(tokenWith({ sub: 'u-1' }));
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { refills }: { refills: SentRefill[] } = JSON.parse(body);
    sent.push(refills);
    return Promise.resolve(respond(refills));
  });
});
afterEach(() => {
  waitingRefills.set([]);
  recordedRefills.set([]);
  endSession();
  vi.useRealTimers();
});

const tick = (position: number): string => {
  addRefill({
    userId: 'u-1',
    venueId: 'v-1',
    unitId: 'unit-1',
    unitNumber: 1001,
    unitName: null,
    position,
    ingredientId: `i-${position}`,
    name: `Bottle ${position}`,
  });
  return waitingRefills.get().at(-1)?.key ?? '';
};
const positions = (refills: readonly { position: number }[]) =>
  refills.map(({ position }) => position);

test('refills of a unit are sent together, once they can no longer be taken back', async () => {
  tick(1);
  const second = tick(2);
  removeRefill(tick(3));
  changeRefill(second, { levelPercent: 50 });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(sent.map((refills) => refills.map(({ levelPercent }) => levelPercent))).toEqual([
    [100, 50],
  ]);
  expect(positions(recordedRefills.get())).toEqual([1, 2]);
  expect(waitingRefills.get()).toEqual([]);
});

test('one that was sent is not changed any more, also where its response is lost', async () => {
  const key = tick(1);
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(sent).toHaveLength(1);
  changeRefill(key, { levelPercent: 50 });
  removeRefill(key);
  expect(waitingRefills.get()).toMatchObject([{ key, isSent: true }]);
  respond = recorded;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent[1]).toEqual(sent[0]);
  expect(waitingRefills.get()).toEqual([]);
});

test('without a network nothing is sent, and it can still be changed', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const key = tick(1);
  await vi.advanceTimersByTimeAsync(undoMs);
  changeRefill(key, { levelPercent: 50 });
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent).toMatchObject([[{ key, levelPercent: 50 }]]);
});

test('one that is refused does not take the others with it', async () => {
  for (const position of [1, 2, 3]) tick(position);
  respond = (refills) => (positions(refills).includes(2) ? refused() : recorded(refills));
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(sent.map(positions)).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect(positions(recordedRefills.get())).toEqual([1, 3]);
  expect(waitingRefills.get()).toEqual([]);
});

test('the end of the session erases what waits, in the storage too', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  tick(1);
  endSession();
  expect(waitingRefills.get()).toEqual([]);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Bottle 1');
  startSession(tokenWith({ sub: 'u-1' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test('another account that signs in finds nothing of the one before', () => {
  tick(1);
  startSession(tokenWith({ sub: 'u-2' }));
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Bottle 1');
});

/** A storage that takes this many refills, or none. */
function takeAtMost(refills: number) {
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (key === 'refills' && JSON.parse(value).length > refills)
      throw new DOMException('full', 'QuotaExceededError');
    Object.assign(localStorage, { [key]: value });
  });
}
const warnsOfLoss = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const storedPositions = () => positions(JSON.parse(localStorage.getItem('refills') ?? '[]'));

test('where the storage is full, refills are kept in the page, leaving it is asked for, and all are sent', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  takeAtMost(1);
  tick(1);
  expect(warnsOfLoss()).toBe(false);
  const second = tick(2);
  tick(3);
  removeRefill(tick(4));
  changeRefill(second, { levelPercent: 50 });
  expect(positions(waitingRefills.get())).toEqual([1, 2, 3]);
  expect(storedPositions()).toEqual([1]);
  expect(unstoredCount.get()).toBe(2);
  expect(warnsOfLoss()).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * undoMs + 60_000);

  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent.map(positions)).toEqual([[1, 2, 3]]);
  expect(sent[0]?.[1]).toMatchObject({ key: second, levelPercent: 50 });
  expect(waitingRefills.get()).toEqual([]);
  expect(warnsOfLoss()).toBe(false);
});

test('what a full storage did not take is stored once there is room', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const full = takeAtMost(0);
  tick(1);
  expect([storedPositions(), unstoredCount.get()]).toEqual([[], 1]);
  full.mockRestore();
  tick(2);
  expect([storedPositions(), unstoredCount.get()]).toEqual([[1, 2], 0]);
  expect(warnsOfLoss()).toBe(false);
});
