/** Store of responses that are kept for use without a network, encrypted, in the database of the browser. */

export interface StoredAnswer {
  readonly id: string;
  /** Of the session whose key encrypts it. */
  readonly scope: string;
  /** When the response was received, in epoch milliseconds. */
  readonly savedAtMs: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

const databaseName = 'barback';
const storeName = 'answers';

let opened: Promise<IDBDatabase> | undefined;

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database failed')),
    );
  });

function open(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(storeName, { keyPath: 'id' }),
    );
    const database = await settled(request);
    // Another window erases it.
    database.addEventListener('versionchange', () => close(database));
    return database;
  })();
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

function close(database: IDBDatabase): void {
  database.close();
  opened = undefined;
}

const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(storeName, mode).objectStore(storeName);

export const readAnswer = async (id: string): Promise<StoredAnswer | undefined> => {
  const found: StoredAnswer | undefined = await settled((await storeFor('readonly')).get(id));
  return found;
};

export async function writeAnswer(answer: StoredAnswer): Promise<void> {
  await settled((await storeFor('readwrite')).put(answer));
}

interface Limits {
  readonly scope: string;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly mostBytes: number;
}

/** Deletes what is of other sessions, what is older, and the oldest of what is more. */
export async function pruneAnswers({ scope, sinceMs, mostBytes }: Limits): Promise<void> {
  const store = await storeFor('readwrite');
  const all: StoredAnswer[] = await settled(store.getAll());
  let bytes = 0;
  for (const answer of all.toSorted((one, other) => other.savedAtMs - one.savedAtMs)) {
    bytes += answer.data.byteLength;
    const stays = answer.scope === scope && answer.savedAtMs >= sinceMs && bytes <= mostBytes;
    if (!stays) store.delete(answer.id);
  }
}

/** Erases the database. */
async function eraseAnswers(): Promise<void> {
  const database = await opened?.catch(() => undefined);
  if (database) close(database);
  await settled(indexedDB.deleteDatabase(databaseName));
}

/** Erases the files of the dashboard that the service worker keeps. */
async function eraseFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Erases all that is kept for use without a network. Browsers without these stores have kept nothing. */
export async function eraseKept(): Promise<void> {
  await Promise.allSettled([eraseAnswers(), eraseFiles()]);
}

export const forgetAnswers = (): Promise<void> => eraseAnswers().catch(() => undefined);
