/** Refills that were ticked and wait to be sent. */
import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import type { Leftover } from '../../rules/stock/ingredient.ts';
import { notify } from '../ui/toasts.tsx';
import { sharedValue } from '../ui/hooks.ts';
import { api } from './client.ts';
import { invalidate } from './endpoint-query.ts';
import { type Waiting, waitingQueue } from './waiting-queue.ts';

export interface Refill extends Waiting {
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
}

/** How long a tick can be taken back. */
export const undoMs = 5_000;

/** Those that were recorded since the page was loaded. */
export const recordedRefills = sharedValue<readonly Refill[]>([]);

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

async function request(refills: readonly [Refill, ...Refill[]]): Promise<void> {
  const [{ unitNumber }] = refills;
  const answer = await api.refillPositions({
    params: { unitNumber: String(unitNumber) },
    body: bodyOf(refills),
  });
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
}

const queue = waitingQueue<Refill>({
  storageKey: 'refills',
  isEntry: (value): value is Refill => 'userId' in value && 'unitNumber' in value,
  goTogether: (first, other) => first.unitNumber === other.unitNumber,
  undoMs,
  request,
  refresh: () =>
    Promise.all([
      invalidate('getRefillList'),
      invalidate('getStockForecast'),
      invalidate('listIngredients'),
      invalidate('listUnitMovements'),
      invalidate('listUnitIngredients'),
    ]),
});

export const { waiting: waitingRefills, send: sendRefills } = queue;

export const addRefill = (
  refill: Omit<Refill, Exclude<keyof Waiting, 'userId'> | 'leftover' | 'levelPercent'>,
): void =>
  void queue.add(refill.userId, (made) => ({ ...refill, leftover: 'poured_over', ...made }));

export const removeRefill = (key: string): void => queue.change(key, null);

export const changeRefill = (
  key: string,
  changed: Partial<Pick<Refill, 'leftover' | 'levelPercent'>>,
): void => queue.change(key, changed);
