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
  if (file.state === 'stored') {
    const { size_bytes: sizeBytes } = file;
    if (!(await markStored(db, file.id, { sizeBytes, at: now() }))) throw notFound('image');
    return;
  }
  const stored = await storage.inspect(key);
  if (!stored) throw fieldError({ imageURL: imageMessages.notUploaded });
  const fault = faultOf(stored);
  if (fault) {
    await storage.remove(key);
    await deleteFile(db, file.id);
    throw fieldError({ imageURL: fault.message }, fault.status);
  }
  // The sweep may have removed it meanwhile, after a day without use.
  const { sizeBytes } = stored;
  if (!(await markStored(db, file.id, { sizeBytes, at: now() }))) throw notFound('image');
}

function faultOf({ sizeBytes, head, tail }: StoredFile) {
  if (sizeBytes > mostImageBytes) return { status: 413, message: imageMessages.tooHeavy };
  const size = readPngSize(head);
  if (!size || !endsLikePng(tail)) return { status: 415, message: imageMessages.notPng };
  if (hasTooManyPixels(size)) return { status: 413, message: imageMessages.tooManyPixels };
  return null;
}
