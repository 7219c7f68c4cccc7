/** Failed drinks that were made again or served, with their notes: what is recorded and waits to be sent. */
import { notify, withdrawNotice } from '../ui/toasts.tsx';
import { type CaseOutcome, type CaseSettlement, refreshCases, resolveCases } from './cases.ts';
import { type Waiting, waitingQueue } from './waiting-queue.ts';

export interface WaitingSettlement extends Waiting {
  readonly venueId: string;
  readonly ids: readonly string[];
  readonly resolution: CaseSettlement['resolution'];
  readonly note?: string;
}

async function request([entry]: readonly [WaitingSettlement, ...unknown[]]): Promise<void> {
  const { venueId, ids, resolution, note, atMs } = entry;
  const settlement = { resolution, ...(note && { note }), at: atMs };
  showOutcomes(ids, await resolveCases(venueId, ids, settlement));
}

/** What messages about these cases are about. */
export const aboutCases = (ids: readonly string[]): string => `cases ${ids.join(' ')}`;

/** Shows each error once, or withdraws what was shown before. */
export function showOutcomes(ids: readonly string[], outcomes: readonly CaseOutcome[]): void {
  const errors = [...new Set(outcomes.flatMap(({ error }) => error ?? []))];
  if (errors.length > 0) notify(errors.join('. '), 'error', aboutCases(ids));
  else withdrawNotice(aboutCases(ids));
}

/** Reading of the lists after the last one that was sent; the next one does not wait for it. */
let refreshed: Promise<unknown> = Promise.resolve();

const queue = waitingQueue<WaitingSettlement>({
  storageKey: 'settlements',
  isEntry: (value): value is WaitingSettlement => 'ids' in value && 'resolution' in value,
  goTogether: () => false,
  request,
  refresh: ({ venueId }) => {
    refreshed = refreshCases(venueId);
    return Promise.resolve();
  },
  about: 'settled drinks',
});

export const { waiting: waitingSettlements, send: sendSettlements } = queue;

/** Resolves when it is sent and the lists are read again, or when it waits for the network. */
export async function addSettlement(
  userId: string,
  settlement: Pick<WaitingSettlement, 'venueId' | 'ids' | 'resolution' | 'note'>,
): Promise<void> {
  await queue.add(userId, (made) => ({ ...settlement, ...made }));
  await refreshed;
}
