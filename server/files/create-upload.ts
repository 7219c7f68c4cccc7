import type { Endpoints } from '../../contract/endpoints.ts';
import { randomBytes } from 'node:crypto';
import type { BodyOf } from '../../contract/endpoint.ts';
import { imageKey } from '../../rules/files/image-key.ts';
import type { AppDeps } from '../shared/deps.ts';
import { countIssued, insertFile } from './files.queries.ts';
import { newId } from '../shared/ids.ts';
import { tooManyTries } from '../shared/errors.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

/** Maximum number of unused upload URLs that an owner may request per hour. */
const mostUnused = 100;
const hourMs = 60 * 60_000;

/** Creates a key for an image of the venue, and its upload URL. Throws 429 when too many were left unused. */
export async function createUpload(
  { db, storage, now }: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  venue: VenueRow,
  { fileName, contentType, sizeBytes }: BodyOf<Endpoints['createUpload']>,
): Promise<{ key: string; uploadUrl: string }> {
  const at = now();
  const { count, oldest } = await countIssued(db, venue.owner_id, new Date(at.getTime() - hourMs));
  if (count >= mostUnused) {
    const waitMs = (oldest ?? at).getTime() + hourMs - at.getTime();
    throw tooManyTries(Math.max(1, Math.ceil(waitMs / 1000)));
  }
  const key = imageKey(venue.name, randomBytes(16).toString('base64url'), fileName);
  await insertFile(db, {
    id: newId(at),
    owner_id: venue.owner_id,
    key,
    content_type: contentType,
    size_bytes: sizeBytes,
    state: 'issued',
    created_at: at,
  });
  return { key, uploadUrl: await storage.signUpload({ key, contentType, sizeBytes }, at) };
}
