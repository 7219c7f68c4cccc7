/** Pictures of the ingredients of the demo. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { imageKey } from '../../rules/files/image-key.ts';
import { productFolder } from '../product-folder.ts';
import type { Db } from '../tables/tables.ts';

const folder = join(productFolder, 'db/demo/pictures');
const contentType = 'image/png';

/** A picture to be stored under a key of its own. */
export interface DemoPicture {
  key: string;
  contentType: string;
  content: Buffer;
}

/** `Bacardí Carta Blanca` is bacardi-carta-blanca.png. */
export const pictureFile = (name: string): string => {
  const plain = name.normalize('NFD').toLowerCase();
  const words = plain.replaceAll(/[^a-z\d\s-]/g, '').trim();
  return `${words.replaceAll(/\s+/g, '-')}.png`;
};

/** Gives the ingredients of the demo their pictures, which `store` stores; an ingredient that has one keeps it. */
export async function seedPictures(
  db: Db,
  { now, store }: { now: () => Date; store: (picture: DemoPicture) => Promise<void> },
): Promise<void> {
  const files = new Set(await readdir(folder));
  const ingredients = await db
    .selectFrom('ingredients')
    .innerJoin('venues', 'venues.id', 'ingredients.venue_id')
    .select(['ingredients.venue_id', 'ingredients.id', 'ingredients.name', 'venues.owner_id'])
    .select('venues.name as venue')
    .where('image_url', '=', '')
    .execute();
  for (const { venue_id: venueId, id, name, owner_id: ownerId, venue } of ingredients) {
    const file = pictureFile(name);
    if (!files.has(file)) continue;
    const content = await readFile(join(folder, file));
    const key = imageKey(venue, randomBytes(16).toString('base64url'), file);
    await store({ key, contentType, content });
    const at = now();
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('files')
        .values({
          id: v7(),
          owner_id: ownerId,
          key,
          content_type: contentType,
          size_bytes: content.length,
          state: 'stored',
          created_at: at,
          accepted_at: at,
        })
        .execute();
      await transaction
        .updateTable('ingredients')
        .set({ image_url: key })
        .where('venue_id', '=', venueId)
        .where('id', '=', id)
        .execute();
    });
  }
}
