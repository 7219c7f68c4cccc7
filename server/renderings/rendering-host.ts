import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { codeOf, messageOf, StartupError } from '../../db/start-error.ts';
import {
  acceptsEncoding,
  contentTypeOf,
  isLastingName,
  precompressedType,
  readRange,
} from '../../lib/content-type.ts';
import { renderingUrl } from '../../rules/renderings/rendering-path.ts';
import type { Bundle, BundleFile, Bundles, Content } from '../adapters/bundles/port.ts';
import { finishUnderWay } from '../http/connections.ts';
import type { LiveRendering, LiveRenderings } from '../shared/deps.ts';
import { shownAddress } from '../shared/network.ts';
import type { Environment } from '../startup/env.ts';

export interface OpenRenderingHost {
  /** Public base URL, without a trailing slash. */
  address: string;
  close(): Promise<void>;
}

/**
 * Listens for visitors of the venues' pages. When no port was configured and the one after the dashboard's is taken,
 * uses any free port: outside production its URL is not public yet.
 */
export async function openRenderingHost(
  deps: HostDeps,
  environment: Environment,
): Promise<OpenRenderingHost> {
  const { host, port: dashboardPort, isProduction, renderingPort } = environment;
  const app = buildRenderingHost(deps);
  const port = renderingPort ?? portAfter(dashboardPort);
  try {
    await app.listen({ host, port });
  } catch (error) {
    const isTaken = codeOf(error) === 'EADDRINUSE';
    if (isTaken && renderingPort === null && !isProduction) {
      await app.close();
      return openRenderingHost(deps, { ...environment, renderingPort: 0 });
    }
    await app.close();
    if (!isTaken && codeOf(error) !== 'EACCES') throw error;
    throw new StartupError(
      `Port ${String(port)}, where the pages of venues are shown, cannot be used (${isTaken ? 'another program has it' : 'it is reserved for the system'}): choose another with RENDERING_PORT.`,
      { cause: error },
    );
  }
  return {
    address: environment.renderingHost ?? shownAddress(host, app.addresses()[0], port),
    close: () => app.close(),
  };
}

const portAfter = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);

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

/**
 * Rendering host, which serves the venues' pages to the public: a separate app that shares nothing with the dashboard.
 */
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

export interface Shown {
  /** Uncompressed, and compressed where it is smaller. */
  forms: Record<'plain', Form> & Record<'br' | 'gzip', Form | null>;
  deployedAt: string;
}

/** One representation of a file, prepared once. */
interface Form {
  content: Content;
  tag: string;
  headers: Readonly<Record<string, string | number>>;
}

const forAYear = 'public, max-age=31536000, immutable';

/** Prepares everything that does not change between requests. */
export function prepare(file: BundleFile, path: string, deployedAt: Date): Shown {
  const packed = precompressedType(path);
  const type = packed?.type ?? contentTypeOf(path);
  const date = deployedAt.toUTCString();
  const form = (content: Content, encoding: string | null): Form => {
    const sentEncoding = encoding ?? packed?.encoding ?? null;
    const tag = `"${file.tag}${encoding === null ? '' : `-${encoding}`}"`;
    const headers = {
      ...(type === 'application/pdf' ? pdfHeaders : pageHeaders),
      'content-type': type,
      'content-length': content.bytes,
      'accept-ranges': 'bytes',
      'cache-control': isLastingName(path) ? forAYear : 'no-cache',
      etag: tag,
      'last-modified': date,
      ...((file.br ?? file.gzip) && { vary: 'accept-encoding' }),
      ...(sentEncoding !== null && { 'content-encoding': sentEncoding }),
    };
    return { content, tag, headers };
  };
  return {
    forms: {
      plain: form(file.plain, null),
      br: file.br && form(file.br, 'br'),
      gzip: file.gzip && form(file.gzip, 'gzip'),
    },
    deployedAt: date,
  };
}

/** Caches files up to `small` bytes in memory, `most` bytes in total. */
const remembered = { small: 256 * 1024, most: 32 * 1024 ** 2 };

type Send = (request: FastifyRequest, reply: FastifyReply, file: Shown) => Promise<FastifyReply>;

/** Sends a file of a bundle: in full, as 304, in part, or precompressed (content negotiation). */
export function fileSender(): Send {
  const contents = new LRUCache<string, Buffer>({
    maxSize: remembered.most,
    // An empty file has a key as well.
    sizeCalculation: ({ length }) => length + 1,
  });

  const load = async ({ content, tag }: Form): Promise<Buffer> => {
    // The ETag is derived from the content, so it is the same whatever its source.
    const known = contents.get(tag);
    if (known) return known;
    const loaded = await content.load();
    contents.set(tag, loaded);
    return loaded;
  };

  return async (request, reply, file) => {
    const { headers: received, method } = request;
    const form = chooseForm(received, file);
    const { content, tag, headers } = form;
    if (isKnown(received, tag, file.deployedAt)) return finish(reply, 304, without(headers));
    const range = rangeFor(received, content.bytes, tag, file.deployedAt);
    if (range === 'beyond') {
      const nothing = { 'content-range': `bytes */${content.bytes}`, 'content-length': 0 };
      return finish(reply, 416, { ...headers, ...nothing });
    }
    const bytes = range ? range.end - range.start + 1 : content.bytes;
    const status = range ? 206 : 200;
    const headersSent = range ? { ...headers, ...partHeaders(range, content.bytes) } : headers;
    if (method === 'HEAD' || bytes === 0) return finish(reply, status, headersSent);
    if (content.bytes > remembered.small) {
      return reply
        .code(status)
        .headers(headersSent)
        .send(content.stream(range ?? undefined));
    }
    const loaded = await load(form);
    return finish(
      reply,
      status,
      headersSent,
      range ? loaded.subarray(range.start, range.end + 1) : loaded,
    );
  };
}

type Headers = FastifyRequest['headers'];
type Described = Readonly<Record<string, string | number>>;

/** Writes directly to the connection, bypassing Fastify's hooks, which have nothing to add. */
function finish(
  reply: FastifyReply,
  status: number,
  headers: Described,
  content?: Buffer,
): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, headers).end(content);
  return reply;
}

function without({
  'content-length': _length,
  'content-type': _type,
  ...headers
}: Described): Described {
  return headers;
}

const partHeaders = ({ start, end }: { start: number; end: number }, bytes: number): Described => ({
  'content-length': end - start + 1,
  'content-range': `bytes ${start}-${end}/${bytes}`,
});

/** A range always refers to the uncompressed file. */
function chooseForm(headers: Headers, { forms }: Shown): Form {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || headers.range !== undefined) return forms.plain;
  const { br, gzip } = forms;
  if (br && acceptsEncoding(accepted, 'br')) return br;
  if (gzip && acceptsEncoding(accepted, 'gzip')) return gzip;
  return forms.plain;
}

/** Returns true if the browser has this version (conditional GET). */
function isKnown(headers: Headers, tag: string, deployedAt: string): boolean {
  if (headers['if-none-match'] !== undefined) return fresh(headers, { etag: tag });
  // Compares for equality: a restored bundle is older than the one it replaced.
  return headers['if-modified-since'] === deployedAt;
}

function rangeFor(
  headers: Headers,
  bytes: number,
  tag: string,
  deployedAt: string,
): ReturnType<typeof readRange> {
  const { range, 'if-range': condition } = headers;
  if (range === undefined) return null;
  const versions: unknown[] = [undefined, tag, deployedAt];
  return versions.includes(condition) ? readRange(range, bytes) : null;
}

// Headers of every response of the rendering host.

/**
 * Pages are third-party content. Without allow-same-origin each page has an opaque origin that equals no other, not
 * even that of the next page of the same bundle: no storage, no cookies, no workers, and no access to the dashboard's
 * data or another venue's. Its links open without this sandbox.
 */
const sandbox = [
  'sandbox',
  'allow-scripts',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-modals',
  'allow-downloads',
  'allow-pointer-lock',
  'allow-presentation',
].join(' ');

/** Browsers show a PDF in their own viewer, which does not start in a sandbox and runs none of the file's scripts. */
export const pdfHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // A page's scripts, fonts and data are cross-origin to its opaque origin; they are public anyway.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

export const pageHeaders: Readonly<Record<string, string>> = {
  ...pdfHeaders,
  'content-security-policy': sandbox,
};

const sorry = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  :root { color-scheme: light dark }
  body { display: grid; min-height: 90vh; margin: 0; place-content: center; font: 16px/1.5 system-ui, sans-serif; text-align: center }
  h1 { margin: 0; font-size: 22px; font-weight: 600 }
  p { margin: 4px 16px }
</style>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;

export const nothingHere = sorry('There is no page here', 'Check the address, or ask the bar.');
export const notNow = sorry('This page cannot be shown now', 'Please try again in a moment.');
