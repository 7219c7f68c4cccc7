/**
 * Responses that are kept for use without a network: those of the endpoints below, of owners and their staff, encrypted
 * with a key that is derived from the token of the session, and erased when the session ends.
 */
import { type Query, type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { isOwner, isStaff } from '../session/claims.ts';
import { onMembershipRefused } from '../session/membership.ts';
import { isPreview } from '../session/preview.ts';
import { currentSession, onSessionEnd, type Session } from '../session/session.ts';
import { sharedValue } from '../ui/hooks.ts';
import {
  eraseKept,
  forgetResponses,
  pruneResponses,
  readResponse,
  writeResponse,
} from './response-store.ts';

/** What the dashboard, the refill list, the menu, the units and failed pours show, and the figures of the last nights. */
const endpoints: ReadonlySet<string> = new Set<EndpointName>([
  'getCaseLedger',
  'getCaseSummary',
  'getClock',
  'getFlags',
  'getHours',
  'getRefillList',
  'getSeries',
  'getStock',
  'getStockCount',
  'getStockForecast',
  'getUnitHistory',
  'getVenueHealth',
  'getVenueOverview',
  'getVenueWithDrinks',
  'listCases',
  'listDrinks',
  'listIngredientSales',
  'listIssues',
  'listMemberships',
  'listMenuCategories',
  'listNights',
  'listNotices',
  'listUnitIngredients',
  'listUnits',
  'listUnitStrips',
  'listVenues',
]);

const keptMs = 14 * 86_400_000;
const mostBytes = 8_000_000;
const mostBytesOfOne = 1_000_000;
/** Between a response and its writing, so that several of one query are written once. */
const writeAfterMs = 1_000;

interface Place {
  readonly session: Session;
  readonly scope: string;
  readonly key: CryptoKey;
}

const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function digest(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', textBytes(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The token of the session has 256 random bits; the key cannot be read, and is never stored. */
async function placeOf(session: Session): Promise<Place> {
  const material = await crypto.subtle.importKey(
    'raw',
    textBytes(session.apiToken),
    'HKDF',
    false,
    ['deriveKey'],
  );
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: textBytes('kept responses') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return { session, key, scope: await digest(`scope ${session.apiToken}`) };
}

let known: { readonly apiToken: string; readonly place: Promise<Place> } | undefined;

/** Null for accounts whose responses are not kept, and where the browser keeps no files of the dashboard. */
function placeNow(): Promise<Place> | null {
  const session = currentSession();
  if (!session || isPreview() || !navigator.serviceWorker?.controller) return null;
  const { claims, apiToken } = session;
  if (!isOwner(claims) && !isStaff(claims)) return null;
  if (known?.apiToken !== apiToken) known = { apiToken, place: placeOf(session) };
  return known.place;
}

const idOf = ({ session: { claims }, scope }: Place, hash: string): Promise<string> =>
  digest(`${scope} ${claims.ownerId ?? claims.sub} ${hash}`);

/** By the hash of the query: when what it shows was received, in epoch milliseconds. */
const served = new Map<string, number>();
const justServed = new Set<string>();

/** Of what is shown: when the oldest was received, in epoch milliseconds; null while the network is there. */
export const shownSinceMs = sharedValue<number | null>(null);
/** True once the browser has refused to keep something. */
export const isKeepingRefused = sharedValue(false);

const isKept = ({ queryKey: [name] }: { readonly queryKey: QueryKey }): boolean =>
  typeof name === 'string' && endpoints.has(name);

function updateShown(client: QueryClient): void {
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query) => isKept(query) && query.state.data !== undefined);
  const isCut = !navigator.onLine || shown.some(({ queryHash }) => served.has(queryHash));
  const times = shown.map(({ queryHash, state }) => served.get(queryHash) ?? state.dataUpdatedAt);
  const since = isCut && times.length > 0 ? Math.min(...times) : null;
  if (shownSinceMs.get() !== since) shownSinceMs.set(since);
}

/**
 * The response that is kept for a query whose request got none. One that has a response in memory fails instead, and goes
 * on showing that.
 * @throws what the request threw, where nothing is kept
 */
export async function savedResponse<Response>(
  client: QueryClient,
  queryKey: QueryKey,
  error: unknown,
): Promise<Response> {
  const hash = hashKey(queryKey);
  const place = isKept({ queryKey }) ? placeNow() : null;
  const isNew = client.getQueryData(queryKey) === undefined || served.has(hash);
  if (place === null || !isNew) throw error;
  const found = await read(await place, hash).catch(() => null);
  if (found === null) throw error;
  served.set(hash, found.savedAtMs);
  justServed.add(hash);
  // It was received as the response of the same query.
  const response: Response = JSON.parse(found.text);
  return response;
}

interface Found {
  /** JSON. */
  readonly text: string;
  readonly savedAtMs: number;
}

async function read(place: Place, hash: string): Promise<Found | null> {
  const stored = await readResponse(await idOf(place, hash));
  if (!stored || stored.savedAtMs < Date.now() - keptMs) return null;
  const { id, iv, data, savedAtMs } = stored;
  const algorithm = { name: 'AES-GCM', iv, additionalData: textBytes(`${id} ${savedAtMs}`) };
  const text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, place.key, data));
  return { text, savedAtMs };
}

async function write(query: Query): Promise<void> {
  const { queryHash, state } = query;
  const place = await placeNow();
  if (!place || state.data === undefined || served.has(queryHash)) return;
  const plain = textBytes(JSON.stringify(state.data));
  if (plain.length > mostBytesOfOne) return;
  const id = await idOf(place, queryHash);
  const savedAtMs = state.dataUpdatedAt;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: 'AES-GCM', iv, additionalData: textBytes(`${id} ${savedAtMs}`) };
  const data = await crypto.subtle.encrypt(algorithm, place.key, plain);
  // The session may have ended meanwhile.
  if (currentSession()?.apiToken !== place.session.apiToken) return;
  await writeResponse({ id, scope: place.scope, savedAtMs, iv, data });
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function writeLater(query: Query): void {
  if (timers.has(query.queryHash)) return;
  const timer = setTimeout(() => {
    timers.delete(query.queryHash);
    write(query).catch(() => isKeepingRefused.set(true));
  }, writeAfterMs);
  timers.set(query.queryHash, timer);
}

/** Access that was changed or withdrawn since the last time erases what was read with it. */
async function followMemberships(query: Query): Promise<void> {
  const place = await placeNow();
  if (!place) return;
  const before = await read(place, query.queryHash);
  if (before && before.text !== JSON.stringify(query.state.data)) await forgetResponses();
}

async function onResponse(query: Query): Promise<void> {
  if (justServed.delete(query.queryHash)) return;
  served.delete(query.queryHash);
  const isMemberships = query.queryKey[0] === 'listMemberships';
  if (isMemberships) await followMemberships(query).catch(() => undefined);
  writeLater(query);
}

/** Reads again what is shown from what was kept. */
const refresh = (client: QueryClient): void => {
  updateShown(client);
  void client.refetchQueries({
    type: 'active',
    predicate: ({ queryHash }) => served.has(queryHash),
  });
};

let isFollowing = false;

/** Keeps the responses of this tab, from those that it has already. */
export function keepResponses(client: QueryClient): void {
  if (isFollowing) return;
  isFollowing = true;
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    if (!isKept(event.query)) return;
    const action = event.type === 'updated' ? event.action : null;
    if (action?.type === 'fetch') justServed.delete(event.query.queryHash);
    if (action?.type === 'success' && !action.manual) void onResponse(event.query);
    updateShown(client);
  });
  for (const query of cache.findAll({ predicate: isKept })) {
    if (query.state.status === 'success' && !served.has(query.queryHash)) void onResponse(query);
  }
  addEventListener('online', () => refresh(client));
  addEventListener('offline', () => updateShown(client));
  onSessionEnd(() => void eraseKept());
  onMembershipRefused(() => void forgetResponses());
  updateShown(client);
  void prune().catch(() => undefined);
}

async function prune(): Promise<void> {
  const place = await placeNow();
  if (place) await pruneResponses({ scope: place.scope, sinceMs: Date.now() - keptMs, mostBytes });
}
