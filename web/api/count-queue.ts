/**
 * Lines of counts: stored in the browser at once, and sent as soon as the server answers, also after a lost network or a
 * closed page. The server keeps each of them once, by its key.
 */
import { readCountLines, writeCountLines } from '../session/storage.ts';
import { sharedValue } from '../ui/hooks.ts';
import { notify } from '../ui/toasts.tsx';
import { ApiError, errorMessage } from './api-error.ts';
import { api } from './client.ts';
import { invalidate } from './endpoint-query.ts';
import { newKey } from './new-key.ts';
import { isTemporary } from './temporary-error.ts';

export interface WaitingLine {
  readonly key: string;
  /** Account that counted it, which alone sends it. */
  readonly userId: string;
  readonly venueId: string;
  readonly countId: string;
  readonly unitId: string | null;
  readonly position: number | null;
  readonly storeId: string | null;
  readonly ingredientId: string;
  readonly ml: number;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

const retryMs = 15_000;
/** Of a request. */
const mostLines = 500;

const isLine = (value: unknown): value is WaitingLine =>
  typeof value === 'object' && value !== null && 'key' in value && 'countId' in value;

function readStored(): readonly WaitingLine[] {
  try {
    const stored: unknown = JSON.parse(readCountLines() ?? '[]');
    return Array.isArray(stored) ? stored.filter(isLine) : [];
  } catch {
    return [];
  }
}

/** All that are not sent, oldest first. */
export const waitingLines = sharedValue<readonly WaitingLine[]>(readStored());

function store(lines: readonly WaitingLine[]): void {
  writeCountLines(lines.length === 0 ? null : JSON.stringify(lines));
  waitingLines.set(lines);
}

export function addCountLine(line: Omit<WaitingLine, 'key' | 'atMs'>): void {
  store([...readStored(), { ...line, key: newKey(), atMs: Date.now() }]);
  void sendCountLines(line.userId);
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;

/** Sends what this account has counted, one count after the other. */
export async function sendCountLines(userId: string): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (;;) {
      const own = readStored().filter((line) => line.userId === userId);
      const [first] = own;
      if (!first) return;
      const together = own.filter(({ countId }) => countId === first.countId).slice(0, mostLines);
      if (navigator.onLine && (await send(first, together))) continue;
      clearTimeout(timer);
      timer = setTimeout(() => void sendCountLines(userId), retryMs);
      return;
    }
  } finally {
    isSending = false;
  }
}

const bodyOf = (lines: readonly WaitingLine[]) => ({
  lines: lines.map(({ key, unitId, position, storeId, ingredientId, ml, atMs }) => ({
    key,
    ...(unitId !== null && position !== null && { unitId, position }),
    ...(storeId !== null && { storeId }),
    ingredientId,
    ml,
    at: atMs,
  })),
});

/** Returns false where they are to be sent again later. */
async function send(
  { venueId, countId }: WaitingLine,
  lines: readonly WaitingLine[],
): Promise<boolean> {
  const keys = new Set(lines.map(({ key }) => key));
  const params = { venueId, id: countId };
  try {
    await api.addCountLines({ params, body: bodyOf(lines) });
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) return false;
    // One that is refused must not take the others with it.
    if (error.status === 400 && lines.length > 1) return sendEach(lines);
    notify(errorMessage(error), 'error', 'count lines');
  }
  // The count has them before they are no longer shown as waiting.
  await invalidate('getStockCount', { params });
  store(readStored().filter(({ key }) => !keys.has(key)));
  return true;
}

async function sendEach(lines: readonly WaitingLine[]): Promise<boolean> {
  for (const line of lines) if (!(await send(line, [line]))) return false;
  return true;
}
