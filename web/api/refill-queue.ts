/**
 * Refills that were ticked: stored in the browser at once, and sent in their order as soon as the server answers, also
 * after a lost network or a closed page. The server records each of them once, by its key.
 */
import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import type { Leftover } from '../../rules/stock/ingredient.ts';
import { readRefills, writeRefills } from '../session/storage.ts';
import { notify } from '../ui/toasts.tsx';
import { sharedValue } from '../ui/hooks.ts';
import { ApiError, errorMessage } from './api-error.ts';
import { currentSession } from '../session/session.ts';
import { api } from './client.ts';
import { invalidate } from './endpoint-query.ts';
import { newKey } from './new-key.ts';
import { isTemporary } from './temporary-error.ts';

export interface Refill {
  readonly key: string;
  /** Account that ticked it, which alone sends it. */
  readonly userId: string;
  /** Owner for whom it was ticked; missing where an earlier release stored it. */
  readonly ownerId?: string | null;
  readonly venueId: string;
  readonly unitId: string;
  readonly unitNumber: number;
  readonly unitName: string | null;
  readonly position: number;
  readonly ingredientId: string;
  readonly name: string;
  readonly leftover: Leftover;
  /** Of the place after the refill, 1 to 100. Those that the release before stored have none: 100. */
  readonly levelPercent?: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** waiting: it can be taken back or changed until then. */
  readonly sendAfterMs: number;
  /** True once it was sent: it may be recorded, also without a response, and can no longer be changed. */
  readonly isSent?: boolean;
}

/** How long a tick can be taken back. */
export const undoMs = 5_000;
const retryMs = 15_000;

const isRefill = (value: unknown): value is Refill =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'userId' in value &&
  'unitNumber' in value;

function readStored(): readonly Refill[] {
  try {
    const stored: unknown = JSON.parse(readRefills() ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRefill) : [];
  } catch {
    return [];
  }
}

/** All that are not sent, oldest first. */
export const waitingRefills = sharedValue<readonly Refill[]>(readStored());
/** Those that were recorded since the page was loaded. */
export const recordedRefills = sharedValue<readonly Refill[]>([]);
/** False after a request that got no response. */
export const isServerReached = sharedValue(true);

function store(refills: readonly Refill[]): void {
  writeRefills(refills.length === 0 ? null : JSON.stringify(refills));
  waitingRefills.set(refills);
}

/** Changes a refill that is not sent. */
const change = (key: string, changed: (refill: Refill) => Refill | null): void =>
  store(
    readStored().flatMap((refill) => {
      if (refill.key !== key || refill.isSent) return [refill];
      const after = changed(refill);
      return after ? [after] : [];
    }),
  );

/** Owner for whom this tab works, of staff. */
const ownerNow = (): string | null => currentSession()?.claims.ownerId ?? null;

export function addRefill(
  refill: Omit<Refill, 'key' | 'ownerId' | 'atMs' | 'sendAfterMs' | 'leftover' | 'levelPercent'>,
): void {
  const atMs = Date.now();
  const added: Refill = {
    ...refill,
    key: newKey(),
    ownerId: ownerNow(),
    leftover: 'poured_over',
    atMs,
    sendAfterMs: atMs + undoMs,
  };
  store([...readStored(), added]);
  wake(refill.userId, undoMs);
}

export const removeRefill = (key: string): void => change(key, () => null);

/** There is time again to take it back. */
export function changeRefill(
  key: string,
  changed: Partial<Pick<Refill, 'leftover' | 'levelPercent'>>,
): void {
  change(key, (refill) => ({ ...refill, ...changed, sendAfterMs: Date.now() + undoMs }));
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;

function wake(userId: string, afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendRefills(userId), afterMs);
}

/** Sends what this account has ticked for the owner of this tab; what it has ticked for another one waits for that. */
export async function sendRefills(userId: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (;;) {
      const ownerId = ownerNow();
      const own = readStored().filter(
        (refill) => refill.userId === userId && (refill.ownerId ?? ownerId) === ownerId,
      );
      const [first] = own;
      if (!first) return;
      const waitMs = first.sendAfterMs - Date.now();
      if (waitMs > 0) {
        wake(userId, waitMs);
        return;
      }
      if (!navigator.onLine) {
        isServerReached.set(false);
        wake(userId, retryMs);
        return;
      }
      const isDue = ({ sendAfterMs }: Refill): boolean => sendAfterMs <= Date.now();
      const together = own.filter(
        (refill) => refill.unitNumber === first.unitNumber && isDue(refill),
      );
      if (!(await send(first.unitNumber, together))) {
        wake(userId, retryMs);
        return;
      }
    }
  } finally {
    isSending = false;
  }
}

const bodyOf = (refills: readonly Refill[]) => ({
  refills: refills.map(({ key, position, ingredientId, leftover, levelPercent = 100, atMs }) => ({
    key,
    position,
    ingredientId,
    leftover,
    levelPercent,
    at: atMs,
  })),
});

/** Returns false where it is to be sent again later. */
async function send(unitNumber: number, refills: readonly Refill[]): Promise<boolean> {
  const keys = new Set(refills.map(({ key }) => key));
  const forget = () => store(readStored().filter(({ key }) => !keys.has(key)));
  store(
    readStored().map((refill) => (keys.has(refill.key) ? { ...refill, isSent: true } : refill)),
  );
  try {
    const answer = await api.refillPositions({
      params: { unitNumber: String(unitNumber) },
      body: bodyOf(refills),
    });
    forget();
    for (const { key, position, result } of answer.refills) {
      const name = refills.find((refill) => refill.key === key)?.name ?? '';
      if (result !== 'refilled')
        notify(forecastMessages.notRefilled(name, position, unitNumber, result), 'info');
    }
    const recorded = new Set(
      answer.refills.filter(({ result }) => result === 'refilled').map(({ key }) => key),
    );
    recordedRefills.set([
      ...recordedRefills.get(),
      ...refills.filter(({ key }) => recorded.has(key)),
    ]);
    isServerReached.set(true);
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) {
      isServerReached.set(false);
      return false;
    }
    isServerReached.set(true);
    // One that is refused, such as an old one, must not take the others with it.
    if (error.status === 400 && refills.length > 1) return sendEach(unitNumber, refills);
    forget();
    notify(errorMessage(error), 'error');
  }
  await Promise.all([
    invalidate('getRefillList'),
    invalidate('getStockForecast'),
    invalidate('listIngredients'),
    invalidate('listUnitMovements'),
    invalidate('listUnitIngredients'),
  ]);
  return true;
}

async function sendEach(unitNumber: number, refills: readonly Refill[]): Promise<boolean> {
  for (const refill of refills) if (!(await send(unitNumber, [refill]))) return false;
  return true;
}
