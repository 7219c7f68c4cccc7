import { renderingMessages } from '../../rules/renderings/rendering-messages.ts';
import { pathNameError } from '../../rules/renderings/rendering-path.ts';
import { BundleRefused, type Bundles } from '../adapters/bundles/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import {
  deleteAtPath,
  findLive,
  insertRendering,
  lockPath,
  markReplaced,
  type RenderingRow,
} from './renderings.queries.ts';
import type { ChangedBy } from '../shared/require.ts';
import { removeBundles } from './remove-bundles.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'bundles' | 'live'>;

interface Publication {
  venueName: string;
  pathName: string;
  entryPagePath: string;
}

/**
 * Publishes the bundle uploaded under `id` in place of the venue's current one, which is stored so that it can be
 * restored; deletes the one stored before. Changes nothing when it throws.
 */
export async function createRendering(
  deps: Needs,
  id: string,
  rendering: Publication,
  by: ChangedBy,
): Promise<void> {
  const { db, now, bundles, live } = deps;
  const { venueName, pathName, entryPagePath } = rendering;
  refusePath(await findLive(db, pathName), rendering);
  const unpacked = await unpack(bundles, id, entryPagePath);
  try {
    await db.transaction().execute(async (transaction) => {
      const at = now();
      await lockPath(transaction, pathName);
      const former = await findLive(transaction, pathName);
      refusePath(former, rendering);
      const nobodys = await deleteAtPath(transaction, pathName, 'replaced');
      await removeBundles(transaction, nobodys);
      if (former) await markReplaced(transaction, former.id, at);
      await insertRendering(transaction, {
        id,
        venue_name: venueName,
        path_name: pathName,
        entry_page_path: entryPagePath,
        folder: id,
        deployed_at: at,
        deployed_by: by.actor.userId,
      });
      await insertAudit(transaction, {
        at,
        actor: by.actor,
        ownerId: null,
        address: by.address,
        action: 'rendering.created',
        target: `rendering of ${venueName}`,
        newValue: { pathName, entryPagePath, ...unpacked },
      });
    });
  } finally {
    live.forget();
  }
}

/**
 * 'My Bar' and 'my bar' would share the same URL. A page at a path that is no longer accepted, such as `50%_off`, can
 * still be replaced.
 */
function refusePath(live: RenderingRow | null, { venueName, pathName }: Publication): void {
  if (live === null) {
    const why = pathNameError(pathName);
    if (why !== null) throw new HttpError(400, why);
  } else if (live.venue_name !== venueName) {
    throw new HttpError(409, renderingMessages.taken);
  }
}

async function unpack(
  bundles: Bundles,
  id: string,
  entryPage: string,
): Promise<{ files: number; bytes: number }> {
  try {
    return await bundles.unpack(id, entryPage);
  } catch (error) {
    if (error instanceof BundleRefused) throw new HttpError(422, error.message);
    throw error;
  }
}
