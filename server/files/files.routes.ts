import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import * as endpoints from '../../contract/settings.ts';
import { mostImageBytes } from '../../contract/settings.ts';
import { isPrivateKey, keyOfAddress } from '../../rules/files/image-key.ts';
import { imageMessages } from '../../rules/messages.ts';
import type { OwnDisk, Receipt, SignedUpload } from '../adapters/storage/port.ts';
import { createUpload } from './files.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { requireVenue } from '../venues/venue-access.ts';

export function fileRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.createUpload, async ({ actor, body }) =>
    createUpload(deps, await requireVenue(deps, actor, body.venueId), body, actor),
  );
}

// Bucket endpoints at /files/: accept presigned uploads and serve files publicly.

export async function bucketRoutes(
  app: FastifyInstance,
  { storage: { serving }, now }: Pick<AppDeps, 'storage' | 'now'>,
): Promise<void> {
  await app.register((bucket, _options, registered) => {
    if ('addressOf' in serving) {
      pointTo(bucket, serving.addressOf);
    } else {
      showFiles(bucket, serving);
      takeFiles(bucket, serving, now);
    }
    registered();
  });
}

/** Key of a file that anyone may read. */
function publicKeyIn(request: { url: string }): string {
  const key = keyIn(request);
  if (isPrivateKey(key)) throw notFound('image');
  return key;
}

function pointTo(app: FastifyInstance, addressOf: (key: string) => string): void {
  app.get('/files/*', (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .redirect(addressOf(publicKeyIn(request)), 302),
  );
}

function showFiles(app: FastifyInstance, disk: OwnDisk): void {
  app.get('/files/*', async (request, reply) => {
    const file = await disk.find(publicKeyIn(request));
    if (!file) throw notFound('image');
    const tag = `"${file.tag}"`;
    reply
      // Keys are unique and files are never overwritten.
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      // Defence in depth: a file that is not an image cannot run anything.
      .header('content-security-policy', "default-src 'none'; sandbox");
    if (fresh(request.headers, { etag: tag })) return reply.code(304).send();
    return reply.type('image/png').header('content-length', file.sizeBytes).send(file.read());
  });
}

function takeFiles(app: FastifyInstance, disk: OwnDisk, now: AppDeps['now']): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, content, parsed) => parsed(null, content));
  app.put<{ Body: Readable; Querystring: Signature }>('/files/*', async (request, reply) => {
    const upload = signedUpload(request);
    if (upload.sizeBytes > mostImageBytes) throw new HttpError(413, imageMessages.tooHeavy);
    if (!disk.isSigned(upload, now())) throw new HttpError(403, imageMessages.notSigned);
    const response = responses[await disk.receive(upload, request.body)];
    if (response) throw new HttpError(response.status, response.message);
    return reply.send({ key: upload.key });
  });
}

const responses: Record<Receipt, { status: number; message: string } | null> = {
  stored: null,
  taken: { status: 409, message: imageMessages.taken },
  otherSize: { status: 400, message: imageMessages.otherSize },
  notPng: { status: 415, message: imageMessages.notPng },
  tooManyPixels: { status: 413, message: imageMessages.tooManyPixels },
};

/** Untrusted input. */
interface Signature {
  expires?: unknown;
  signature?: unknown;
}

/** Combines the properties of the actual upload with the signature of the allowed one. */
function signedUpload(request: FastifyRequest<{ Querystring: Signature }>): SignedUpload {
  const { expires, signature } = request.query;
  return {
    key: keyIn(request),
    contentType: request.headers['content-type'] ?? '',
    sizeBytes: Number(request.headers['content-length'] ?? Number.NaN),
    expiresMs: Number(expires),
    signature: typeof signature === 'string' ? signature : '',
  };
}

function keyIn({ url }: { url: string }): string {
  const [path = ''] = url.split('?');
  const key = keyOfAddress(path.slice('/files/'.length));
  if (key === null) throw notFound('image');
  return key;
}
