/**
 * Rendering host, which serves the venues' pages to the public: a separate app that shares nothing with the dashboard.
 */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { messageOf } from '../../db/start-error.ts';
import { renderingUrl } from '../../rules/renderings/rendering-path.ts';
import type { Bundle, Bundles } from '../adapters/bundles/port.ts';
import { finishUnderWay } from '../http/connections.ts';
import type { LiveRendering, LiveRenderings } from '../shared/deps.ts';
import { nothingHere, notNow, pageHeaders } from './page-headers.ts';
import { fileSender, prepare, type Shown } from './send-file.ts';

export interface HostDeps {
  live: LiveRenderings;
  bundles: Bundles;
  /** Receives a message when a page could not be served. */
  warn: (message: string) => void;
}

const secondMs = 1000;
/** In files: an index takes about 300 bytes per file, a prepared file a few thousand. */
const mostIndexed = 200_000;
const mostPrepared = 10_000;

export function buildRenderingHost({ live, bundles, warn }: HostDeps): FastifyInstance {
  const host = fastify({
    // A log line for each file of each page would be noise.
    logger: false,
    bodyLimit: 1024,
    connectionTimeout: 60 * secondMs,
    requestTimeout: 30 * secondMs,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 5000 },
    frameworkErrors: (_error, _request, reply) => {
      void sendNothing(reply);
    },
  });
  finishUnderWay(host);
  const opened = new LRUCache<string, Bundle>({
    maxSize: mostIndexed,
    sizeCalculation: ({ size }) => size + 1,
  });
  const prepared = new LRUCache<string, Shown>({ max: mostPrepared });
  const sendFile = fileSender();

  const open = async (folder: string): Promise<Bundle | null> => {
    const known = opened.get(folder);
    if (known) return known;
    const bundle = await bundles.open(folder);
    if (bundle) opened.set(folder, bundle);
    return bundle;
  };

  const find = async (rendering: LiveRendering, path: string): Promise<Shown | null> => {
    const key = `${rendering.folder}/${path}`;
    const known = prepared.get(key);
    if (known) return known;
    const file = (await open(rendering.folder))?.find(path);
    if (!file) return null;
    const shown = prepare(file, path, rendering.deployed_at);
    prepared.set(key, shown);
    return shown;
  };

  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const place = placeOf(request.url);
    const rendering = place && (await live.find(place.pathName));
    if (!rendering) return sendNothing(reply);
    if (place.path === '') {
      const { path_name: pathName, entry_page_path: entryPage } = rendering;
      reply.headers(pageHeaders).header('cache-control', 'no-cache');
      return reply.redirect(renderingUrl('', pathName, entryPage) + place.query, 302);
    }
    const path = place.path.endsWith('/') ? `${place.path}index.html` : place.path;
    const file = await find(rendering, path);
    return file ? sendFile(request, reply, file) : sendNothing(reply);
  };

  host.route({ method: ['GET', 'HEAD'], url: '/*', handler: show });
  host.setNotFoundHandler((_request, reply) => sendNothing(reply));
  host.setErrorHandler((error, request, reply) => {
    warn(`The page ${request.url.slice(0, 200)} could not be shown: ${messageOf(error)}`);
    return sendPage(reply.code(503).header('retry-after', '5'), notNow);
  });
  return host;
}

/** Splits a rendering URL into path name, path and query; null when it cannot be decoded. */
function placeOf(url: string): { pathName: string; path: string; query: string } | null {
  const at = url.search(/[?#]|$/);
  const [, first = '', ...rest] = url.slice(0, at).split('/');
  try {
    const [pathName, path] = [first, rest.join('/')].map((part) =>
      decodeURIComponent(part).normalize('NFC'),
    );
    return { pathName: pathName ?? '', path: path ?? '', query: url.slice(at) };
  } catch {
    return null;
  }
}

const sendNothing = (reply: FastifyReply): FastifyReply => sendPage(reply.code(404), nothingHere);

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(pageHeaders)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
