import type { Endpoints } from '../../contract/endpoints.ts';
import { randomBytes } from 'node:crypto';
import type { BodyOf } from '../../contract/endpoint.ts';
import { imageKey } from '../../rules/files/image-key.ts';
import type { AppDeps } from '../shared/deps.ts';
import { countIssued, insertFile } from './files.queries.ts';
import type { Actor } from '../../rules/permissions.ts';
import { requireQuota } from '../owners/require-quota.ts';
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
  actor: Actor,
): Promise<{ key: string; uploadUrl: string }> {
  const at = now();
  const ownerId = venue.owner_id;
  const key = imageKey(venue.name, randomBytes(16).toString('base64url'), fileName);
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
