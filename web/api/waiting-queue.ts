/**
 * What was ticked or counted: stored in the browser at once, and sent in its order as soon as the server answers, also
 * after a lost network or a closed page. Where the storage is full, an entry is kept while the page is open.
 * The server records each entry once, by its key. The end of the session erases what waits.
 */
import { currentSession, onSessionEnd } from '../session/session.ts';
import type { WaitingKey } from '../session/storage.ts';
import { sharedValue, type SharedValue } from '../ui/hooks.ts';
import { notify } from '../ui/toasts.tsx';
import { ApiError, errorMessage } from './api-error.ts';
import { newKey } from './new-key.ts';
import { isTemporary } from './temporary-error.ts';

export interface Waiting {
  readonly key: string;
  /** Account that made it, which alone sends it. */
  readonly userId: string;
  /** Owner for whom it was made; missing where an earlier release stored it. */
  readonly ownerId?: string | null;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** It can be taken back or changed until then; missing where it is sent at once. */
  readonly sendAfterMs?: number;
  /** True once it was sent: it may be recorded, also without a response, and can no longer be changed. */
  readonly isSent?: boolean;
}

interface QueueOptions<Entry extends Waiting> {
  readonly storageKey: WaitingKey;
  readonly isEntry: (value: object) => value is Entry;
  /** True for entries that one request can carry. */
  readonly goTogether: (first: Entry, other: Entry) => boolean;
  readonly mostTogether?: number;
  /** Time to take an entry back. */
  readonly undoMs?: number;
  readonly request: (entries: readonly [Entry, ...Entry[]]) => Promise<void>;
  /** Reads again what the entries have changed. */
  readonly refresh: (first: Entry) => Promise<unknown>;
  /** True where entries are shown as waiting until what they have changed is read again. */
  readonly waitsForRefresh?: boolean;
  /** Name of what a refusal is about. */
  readonly about?: string;
}

export interface WaitingQueue<Entry extends Waiting> {
  /** All that are not sent, oldest first. */
  readonly waiting: SharedValue<readonly Entry[]>;
  /**
   * Resolves when it is sent or waits for the network, and at once where there is time to take it back.
   * @param make adds what the kind of the entry has more
   */
  readonly add: (userId: string, make: (made: Waiting) => Entry) => Promise<void>;
  /** Changes an entry that is not sent, or removes it with null; there is time again to take it back. */
  readonly change: (key: string, changed: Partial<Entry> | null) => void;
  /**
   * Sends what this account has made for the owner of this tab; what it has made for another one waits for that.
   * @param atOnce true to leave no time to take it back
   */
  readonly send: (userId: string, atOnce?: boolean) => Promise<void>;
}

const retryMs = 15_000;

/** False after a request that got no response. */
export const isServerReached = sharedValue(true);

/** Number of entries that are not stored, and are lost when the page is closed. */
export const unstoredCount = sharedValue(0);

const warnOfLoss = (event: BeforeUnloadEvent): void => event.preventDefault();
unstoredCount.subscribe(() => {
  // Only as long as needed: a page with a listener is not kept by the browser for its Back button.
  if (unstoredCount.get() > 0) addEventListener('beforeunload', warnOfLoss);
  else removeEventListener('beforeunload', warnOfLoss);
});

/** Returns false where the storage is full. */
function write(key: WaitingKey, entries: readonly Waiting[]): boolean {
  try {
    if (entries.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}

/** Owner for whom this tab works, of staff. */
const ownerNow = (): string | null => currentSession()?.claims.ownerId ?? null;

export function waitingQueue<Entry extends Waiting>(
  options: QueueOptions<Entry>,
): WaitingQueue<Entry> {
  const { storageKey, undoMs = 0, mostTogether = Infinity } = options;
  /** Entries that differ from the storage, by key: null for one that could not be removed from it. */
  const unstored = new Map<string, Entry | null>();
  const waiting = sharedValue<readonly Entry[]>(readStored());
  /** Number of entries that are not stored. */
  let inPageOnly = 0;
  /** Number of them at the last message. */
  let toldOf = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  function readStored(): readonly Entry[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
      if (!Array.isArray(stored)) return [];
      return stored.filter(
        (value: unknown): value is Entry =>
          typeof value === 'object' && value !== null && 'key' in value && options.isEntry(value),
      );
    } catch {
      return [];
    }
  }

  function readAll(): readonly Entry[] {
    const all = new Map<string, Entry | null>(readStored().map((entry) => [entry.key, entry]));
    for (const [key, entry] of unstored) all.set(key, entry);
    return [...all.values()].filter((entry) => entry !== null);
  }

  function store(entries: readonly Entry[]): void {
    const stored = new Set(readStored().map(({ key }) => key));
    const before = inPageOnly;
    inPageOnly = 0;
    unstored.clear();
    if (!write(storageKey, entries)) {
      const others = entries.filter(({ key }) => !stored.has(key));
      inPageOnly = others.length;
      // There is room for those that it has, unless one has become longer.
      const rest = entries.filter(({ key }) => stored.has(key));
      const isRestStored = write(storageKey, rest);
      if (!isRestStored) for (const key of stored) unstored.set(key, null);
      for (const entry of isRestStored ? others : entries) unstored.set(entry.key, entry);
    }
    unstoredCount.set(unstoredCount.get() + inPageOnly - before);
    waiting.set(entries);
  }

  function waitForNetwork(userId: string): void {
    isServerReached.set(false);
    if (inPageOnly > toldOf)
      notify(
        'The storage of this browser is full. What waits for the network is kept only while this page stays open.',
        'error',
        'full storage',
      );
    toldOf = inPageOnly;
    wake(userId, retryMs);
  }

  function wake(userId: string, afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(userId), afterMs);
  }

  async function send(userId: string, atOnce = false): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (;;) {
        const ownerId = ownerNow();
        const own = readAll().filter(
          (entry) => entry.userId === userId && (entry.ownerId ?? ownerId) === ownerId,
        );
        const [first] = own;
        if (!first) return;
        const dueMs = atOnce ? Infinity : Date.now();
        const waitMs = (first.sendAfterMs ?? 0) - dueMs;
        if (waitMs > 0) return wake(userId, waitMs);
        if (!navigator.onLine) return waitForNetwork(userId);
        const others = own.filter(
          (entry) =>
            entry !== first &&
            (entry.sendAfterMs ?? 0) <= dueMs &&
            options.goTogether(first, entry),
        );
        if (!(await sendTogether([first, ...others.slice(0, mostTogether - 1)])))
          return waitForNetwork(userId);
      }
    } finally {
      isSending = false;
    }
  }

  /** Returns false where they are to be sent again later. */
  async function sendTogether(entries: readonly [Entry, ...Entry[]]): Promise<boolean> {
    const keys = new Set(entries.map(({ key }) => key));
    const forget = () => store(readAll().filter(({ key }) => !keys.has(key)));
    store(readAll().map((entry) => (keys.has(entry.key) ? { ...entry, isSent: true } : entry)));
    try {
      await options.request(entries);
      isServerReached.set(true);
    } catch (error) {
      const isLater = !(error instanceof ApiError) || isTemporary(error);
      if (isLater) return false;
      isServerReached.set(true);
      // One that is refused, such as an old one, must not take the others with it.
      if (error.status === 400 && entries.length > 1) return sendEach(entries);
      notify(errorMessage(error), 'error', options.about);
    }
    if (!options.waitsForRefresh) forget();
    await options.refresh(entries[0]);
    if (options.waitsForRefresh) forget();
    return true;
  }

  async function sendEach(entries: readonly Entry[]): Promise<boolean> {
    for (const entry of entries) if (!(await sendTogether([entry]))) return false;
    return true;
  }

  addEventListener('online', () => {
    const userId = currentSession()?.claims.sub;
    if (userId !== undefined) void send(userId);
  });

  const undoable = () => (undoMs > 0 ? { sendAfterMs: Date.now() + undoMs } : {});

  onSessionEnd(() => {
    clearTimeout(timer);
    store([]);
  });

  return {
    waiting,
    add: async (userId, make) => {
      const made = { key: newKey(), userId, ownerId: ownerNow(), atMs: Date.now(), ...undoable() };
      store([...readAll(), make(made)]);
      if (undoMs > 0) wake(userId, undoMs);
      else await send(userId);
    },
    change: (key, changed) =>
      store(
        readAll().flatMap((entry) => {
          if (entry.key !== key || entry.isSent) return [entry];
          return changed === null ? [] : [{ ...entry, ...changed, ...undoable() }];
        }),
      ),
    send,
  };
}
