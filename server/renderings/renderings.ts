/** Renderings: publication, restoration and deletion. */
import type { Db, Tx } from '../../db/tables/tables.ts';
import { renderingMessages } from '../../rules/renderings/rendering-messages.ts';
import { pathNameError } from '../../rules/renderings/rendering-path.ts';
import { BundleRefused, type Bundles } from '../adapters/bundles/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { queueJobs, runAllThenThrow } from '../jobs/queue-jobs.ts';
import {
  deleteAtPath,
  findLive,
  findRendering,
  insertRendering,
  isFolderKnown,
  lockPath,
  markReplaced,
  type RenderingRow,
} from './renderings.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';

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
  by: AuditContext,
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
      await insertAudit(transaction, by, at, {
        ownerId: null,
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
 * 'My Bar' and 'my bar' would share the same URL. A page at a path that is no longer accepted can still be replaced.
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

/**
 * Changes the rendering of a path behind the lock of the path; it is read anew afterwards. Throws 404 where it is
 * replaced and should not be, or should be and is not.
 */
async function changeAtPath(
  { db, now, live }: Pick<AppDeps, 'db' | 'now' | 'live'>,
  { id, isReplaced }: { id: string; isReplaced: boolean },
  change: (transaction: Tx, rendering: RenderingRow, at: Date) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      const at = now();
      await lockPath(transaction, (await findRendering(transaction, id))?.path_name ?? '');
      const rendering = await findRendering(transaction, id);
      if (!rendering || (rendering.replaced_at !== null) !== isReplaced)
        throw notFound('rendering');
      await change(transaction, rendering, at);
    });
  } finally {
    live.forget();
  }
}

/** Restores a replaced bundle in place of the one that replaced it, which is stored in its stead. */
export function restoreRendering(
  deps: Pick<AppDeps, 'db' | 'now' | 'live'>,
  id: string,
  by: AuditContext,
): Promise<void> {
  return changeAtPath(deps, { id, isReplaced: true }, async (transaction, kept, at) => {
    const current = await findLive(transaction, kept.path_name);
    if (current) await markReplaced(transaction, current.id, at);
    await markReplaced(transaction, id, null);
    await insertAudit(transaction, by, at, {
      ownerId: null,
      action: 'rendering.restored',
      target: `rendering of ${kept.venue_name}`,
      oldValue: { deployDate: current?.deployed_at.toISOString() ?? null },
      newValue: { deployDate: kept.deployed_at.toISOString() },
    });
  });
}

/** Deletes a venue's rendering and its stored predecessor: its URL responds with 404 from now on, and is free again. */
export function deleteRendering(
  deps: Pick<AppDeps, 'db' | 'now' | 'live'>,
  id: string,
  by: AuditContext,
): Promise<void> {
  return changeAtPath(deps, { id, isReplaced: false }, async (transaction, rendering, at) => {
    const { path_name: pathName } = rendering;
    await removeBundles(transaction, await deleteAtPath(transaction, pathName, 'all'));
    await insertAudit(transaction, by, at, {
      ownerId: null,
      action: 'rendering.deleted',
      target: `rendering of ${rendering.venue_name}`,
      oldValue: { pathName, entryPagePath: rendering.entry_page_path },
    });
  });
}

/** Queues the removal of bundles that belong to no rendering, so that none is left behind. */
export const removeBundles = (db: Db, folders: readonly string[]): Promise<void> =>
  queueJobs(
    db,
    folders.map((folder) => ({
      kind: 'remove bundle',
      key: `remove bundle ${folder}`,
      payload: { folder },
    })),
  );

/**
 * Cleans up an upload, with its bundle if no rendering uses that. Throws, and removes nothing, while the database is
 * unavailable: the sweep then does it later.
 */
export async function settleUpload(
  { db, bundles }: Pick<AppDeps, 'db' | 'bundles'>,
  id: string,
): Promise<void> {
  if (!(await isFolderKnown(db, id))) await bundles.remove(id);
  await bundles.forgetUpload(id);
}

/** Longer than any upload takes. */
const abandonedMs = 60 * 60_000;

/** Cleans up uploads left behind by a crash. */
export async function sweepBundles(deps: Pick<AppDeps, 'db' | 'now' | 'bundles'>): Promise<void> {
  const before = new Date(deps.now().getTime() - abandonedMs);
  await runAllThenThrow(await deps.bundles.listUploads(before), (id) => settleUpload(deps, id));
}
