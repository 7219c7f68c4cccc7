import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { acceptsEncoding, readRange } from '../../lib/byte-range.ts';
import { contentTypeOf, isLastingName } from '../../lib/content-type.ts';
import type { BundleFile, Content } from '../adapters/bundles/port.ts';
import { pageHeaders, pdfHeaders } from './page-headers.ts';

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
  const type = contentTypeOf(path);
  const date = deployedAt.toUTCString();
  const form = (content: Content, encoding: string | null): Form => {
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
      ...(encoding !== null && { 'content-encoding': encoding }),
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
