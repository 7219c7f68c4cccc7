import { mostImageBytes } from '../../contract/files.ts';
import { imageMessages } from '../../rules/messages.ts';
import { endsLikePng, hasTooManyPixels, readPngSize } from '../../lib/png.ts';
import type { StoredFile } from '../adapters/storage/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { deleteFile, findFile, markStored } from './files.queries.ts';
import { fieldError, notFound } from '../shared/errors.ts';

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
  const file = await findFile(db, ownerId, key);
  if (!file) throw notFound('image');
  const isStored = file.state === 'stored';
  const sizeBytes = isStored ? file.size_bytes : await inspectUpload({ db, storage }, file.id, key);
  // The sweep may have removed it meanwhile, after a day without use.
  if (!(await markStored(db, file.id, { sizeBytes, at: now() }))) throw notFound('image');
}

/** Returns the size of the uploaded image; removes a file that is rejected. */
async function inspectUpload(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  id: string,
  key: string,
): Promise<number> {
  const stored = await storage.inspect(key);
  if (!stored) throw fieldError({ imageURL: imageMessages.notUploaded });
  const fault = faultOf(stored);
  if (fault) {
    await storage.remove(key);
    await deleteFile(db, id);
    throw fieldError({ imageURL: fault.message }, fault.status);
  }
  return stored.sizeBytes;
}

function faultOf({ sizeBytes, head, tail }: StoredFile) {
  if (sizeBytes > mostImageBytes) return { status: 413, message: imageMessages.tooHeavy };
  const size = readPngSize(head);
  if (!size || !endsLikePng(tail)) return { status: 415, message: imageMessages.notPng };
  if (hasTooManyPixels(size)) return { status: 413, message: imageMessages.tooManyPixels };
  return null;
}
