/** Images: upload, storage and removal. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type imageUpload, mostImageBytes } from '../../contract/settings.ts';
import { endsLikePng, hasTooManyPixels, readPngSize } from '../../lib/content-type.ts';
import { withoutPngMetadata } from '../../lib/png-chunks.ts';
import { imageKey, invoiceKey, isInvoiceKeyOf, isPrivateKey } from '../../rules/files/image-key.ts';
import { imageMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { Storage, StoredFile } from '../adapters/storage/port.ts';
import {
  countIssued,
  deleteFile,
  deleteFiles,
  findFile,
  findUnusedFiles,
  insertFile,
  markStored,
} from './files.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { requireQuota } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound, tooManyTries } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

/** Maximum number of unused upload URLs that an owner may request per hour. */
const mostUnused = 100;
const hourMs = 60 * 60_000;

/**
 * Creates a key for an image of the venue, and its upload URL. Throws 429 when too many were left unused.
 * @param isInvoice true for the photo of an invoice, which is private
 */
export async function createUpload(
  { db, storage, now }: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  venue: VenueRow,
  { fileName, contentType, sizeBytes }: z.output<typeof imageUpload>,
  actor: Actor,
  isInvoice = false,
): Promise<{ key: string; uploadUrl: string }> {
  const at = now();
  const ownerId = venue.owner_id;
  const random = randomBytes(16).toString('base64url');
  const key = isInvoice
    ? invoiceKey(venue.id, random, fileName)
    : imageKey(venue.name, random, fileName);
  await db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, actor, ownerId, 'imageBytes', sizeBytes);
    const since = new Date(at.getTime() - hourMs);
    const { count, oldest } = await countIssued(transaction, ownerId, since);
    if (count >= mostUnused) {
      const waitMs = (oldest ?? at).getTime() + hourMs - at.getTime();
      throw tooManyTries(Math.max(1, Math.ceil(waitMs / 1000)));
    }
    await insertFile(transaction, {
      id: newId(at),
      owner_id: ownerId,
      key,
      content_type: contentType,
      size_bytes: sizeBytes,
      state: 'issued',
      created_at: at,
    });
  });
  return { key, uploadUrl: await storage.signUpload({ key, contentType, sizeBytes }, at) };
}

/**
 * Verifies that a key may be saved as an imageURL: it was issued to this owner, and an image was uploaded under it.
 * Call it before the transaction that saves the key: the storage may be remote. Throws 404 for another owner's key,
 * 400 before the upload, 415 for anything but a PNG and 413 for a file that is too large; rejected files are removed.
 */
export async function acceptImage(
  { db, storage, now }: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  ownerId: string,
  key: string,
): Promise<void> {
  if (isPrivateKey(key)) throw notFound('image');
  await acceptFile({ db, storage, now }, ownerId, { key, field: 'imageURL' });
}

/** Verifies, as `acceptImage` does, that a key may be saved as the photo of an invoice of this venue. */
export async function acceptInvoice(
  deps: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  venue: VenueRow,
  key: string,
): Promise<void> {
  if (!isInvoiceKeyOf(key, venue.id)) throw notFound('image');
  await acceptFile(deps, venue.owner_id, { key, field: 'key' });
}

/** Key that was sent, and the field of the request that an error names. */
interface SentKey {
  key: string;
  field: string;
}

async function acceptFile(
  { db, storage, now }: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  ownerId: string,
  sent: SentKey,
): Promise<void> {
  const file = await findFile(db, ownerId, sent.key);
  if (!file) throw notFound('image');
  const isStored = file.state === 'stored';
  const sizeBytes = isStored
    ? file.size_bytes
    : await inspectUpload({ db, storage }, file.id, sent);
  // The sweep may have removed it meanwhile, after a day without use.
  if (!(await markStored(db, file.id, { sizeBytes, at: now() }))) throw notFound('image');
}

/** Removes the metadata of the uploaded image, and returns its size; removes a file that is rejected. */
async function inspectUpload(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  id: string,
  { key, field }: SentKey,
): Promise<number> {
  const stored = await storage.inspect(key);
  if (!stored) throw fieldError({ [field]: imageMessages.notUploaded });
  const reject = async ({ status, message }: Fault): Promise<never> => {
    await storage.remove(key);
    await deleteFile(db, id);
    throw fieldError({ [field]: message }, status);
  };
  const fault = faultOf(stored);
  if (fault) return reject(fault);
  const content = await storage.read(key);
  const stripped = withoutPngMetadata(content);
  if (stripped === null) return reject(notPng);
  if (stripped !== content) await storage.replace(key, stripped);
  return stripped.length;
}

interface Fault {
  status: number;
  message: string;
}

const notPng: Fault = { status: 415, message: imageMessages.notPng };

function faultOf({ sizeBytes, head, tail }: StoredFile): Fault | null {
  if (sizeBytes > mostImageBytes) return { status: 413, message: imageMessages.tooHeavy };
  const size = readPngSize(head);
  if (!size || !endsLikePng(tail)) return notPng;
  if (hasTooManyPixels(size)) return { status: 413, message: imageMessages.tooManyPixels };
  return null;
}

interface OwnFile {
  key: string;
  contentType: string;
  content: Buffer;
}

/** Stores a file of the product itself, as a browser would with a presigned URL. */
export async function storeFile(storage: Storage, file: OwnFile, at: Date): Promise<void> {
  const { key, contentType, content } = file;
  const upload = { key, contentType, sizeBytes: content.length };
  if ('receive' in storage.serving) {
    const receipt = await storage.serving.receive(upload, Readable.from([content]));
    if (receipt !== 'stored') throw new Error(`The file ${key} was not stored: ${receipt}`);
    return;
  }
  const response = await fetch(await storage.signUpload(upload, at), {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(content),
  });
  if (!response.ok) throw new Error(`The bucket returned ${String(response.status)} for ${key}`);
}

const dayMs = 24 * 60 * 60_000;
const mostAtOnce = 1000;

/**
 * Deletes uploads that no ingredient and no delivery shows, a day after they were requested or last saved, and queues the removal of
 * their content.
 */
export async function sweepFiles({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - dayMs);
  const unused = await findUnusedFiles(db, before, mostAtOnce);
  if (unused.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const deleted = await deleteFiles(transaction, unused, before);
    await queueJobs(
      transaction,
      deleted.map((key) => ({ kind: 'remove file', key: `remove file ${key}`, payload: { key } })),
    );
  });
}
