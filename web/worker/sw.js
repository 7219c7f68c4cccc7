// Service worker of the dashboard. It keeps the files of one version, so that the dashboard opens without a network, and
// no response of the API. tools/worker-plugin.ts fills in the version and its files; push.js has the push messages.
importScripts('/push.js');

const version = '__VERSION__';
/** Paths of the built files. */
const files = new Set(__FILES__);

/** The page of every address. */
const page = '/';
const prefix = 'shell ';
/** Versions that are kept: windows that were opened before an update go on loading files of theirs. */
const mostVersions = 3;
/** Requests at a time. */
const together = 6;
/** For the network, before the page that is kept is used. */
const longestWaitMs = 3_000;

/** Built files have a name of their own in each version. */
const isBuilt = (path) => path.startsWith('/assets/');

const keptVersions = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

async function keep(cache, path) {
  if (await cache.match(path)) return;
  const before = isBuilt(path) ? await caches.match(path, { ignoreVary: true }) : undefined;
  const response = before ?? (await fetch(path, { cache: isBuilt(path) ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${path} is missing`);
  await cache.put(path, response);
}

async function keepAll() {
  const cache = await caches.open(prefix + version);
  const left = [...files, page];
  const take = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await keep(cache, path);
  };
  await Promise.all(Array.from({ length: together }, take));
}

/** Before the first version is kept, no window uses another one. */
async function install() {
  const isFirst = (await keptVersions()).length === 0;
  await keepAll();
  if (isFirst) await self.skipWaiting();
}

/** Deletes the oldest versions. */
async function activate() {
  await self.registration.navigationPreload?.enable();
  const names = await keptVersions();
  const old = names.slice(0, Math.max(0, names.length - mostVersions));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The page from the network; the one that is kept where there is none, or where it takes long. */
async function openPage(event) {
  const known = caches.match(page, { cacheName: prefix + version, ignoreVary: true });
  const fresh = (async () => (await event.preloadResponse) ?? (await fetch(event.request)))();
  const first = await Promise.race([fresh.catch(() => undefined), later(longestWaitMs)]);
  if (first && first.status < 500) return first;
  return (await known) ?? fresh;
}

async function readFile(request, path) {
  const known = () => caches.match(path, { ignoreVary: true });
  if (isBuilt(path)) return (await known()) ?? fetch(request);
  return fetch(request).catch(async (error) => {
    const kept = await known();
    if (kept) return kept;
    throw error;
  });
}

/** Pages with a policy, or a key, of their own. */
const isOther = (path) => /^\/(api|files)\//.test(path) || path === '/preview' || path === '/wall';

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || isOther(pathname)) return;
  if (mode === 'navigate') event.respondWith(openPage(event));
  else if (files.has(pathname) || isBuilt(pathname))
    event.respondWith(readFile(event.request, pathname));
});

/**
 * keep: keeps the files again, after the end of a session has erased them. use: replaces the version in use. Both reply
 * whether the version has a file.
 */
self.addEventListener('message', (event) => {
  const { name, file } = event.data ?? {};
  if (name === 'keep') event.waitUntil(keepAll().catch(() => undefined));
  if (name === 'use') event.waitUntil(self.skipWaiting());
  event.ports[0]?.postMessage(files.has(file));
});
