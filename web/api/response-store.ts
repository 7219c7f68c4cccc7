/** Store of responses that are kept for use without a network, encrypted, in the database of the browser. */

export interface StoredResponse {
  readonly id: string;
  /** Of the session whose key encrypts it. */
  readonly scope: string;
  /** When the response was received, in epoch milliseconds. */
  readonly savedAtMs: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

const databaseName = 'barback';
const storeName = 'responses';

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

export const readResponse = async (id: string): Promise<StoredResponse | undefined> => {
  const found: StoredResponse | undefined = await settled((await storeFor('readonly')).get(id));
  return found;
};

export async function writeResponse(response: StoredResponse): Promise<void> {
  await settled((await storeFor('readwrite')).put(response));
}

interface Limits {
  readonly scope: string;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly mostBytes: number;
}

/** Deletes what is of other sessions, what is older, and the oldest of what is more. */
export async function pruneResponses({ scope, sinceMs, mostBytes }: Limits): Promise<void> {
  const store = await storeFor('readwrite');
  const all: StoredResponse[] = await settled(store.getAll());
  let bytes = 0;
  for (const response of all.toSorted((one, other) => other.savedAtMs - one.savedAtMs)) {
    bytes += response.data.byteLength;
    const stays = response.scope === scope && response.savedAtMs >= sinceMs && bytes <= mostBytes;
    if (!stays) store.delete(response.id);
  }
}

/** Erases the database. */
async function eraseResponses(): Promise<void> {
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
  await Promise.allSettled([eraseResponses(), eraseFiles()]);
}

export const forgetResponses = (): Promise<void> => eraseResponses().catch(() => undefined);
