import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { deleteAtPath, findRendering, lockPath } from './renderings.queries.ts';
import type { ChangedBy } from '../shared/require.ts';
import { removeBundles } from './remove-bundles.ts';

/** Deletes a venue's rendering and its stored predecessor: its URL responds with 404 from now on, and is free again. */
export async function deleteRendering(
  { db, now, live }: Pick<AppDeps, 'db' | 'now' | 'live'>,
  id: string,
  by: ChangedBy,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      const at = now();
      const pathName = (await findRendering(transaction, id))?.path_name ?? '';
      await lockPath(transaction, pathName);
      const rendering = await findRendering(transaction, id);
      if (!rendering || rendering.replaced_at !== null) throw notFound('rendering');
      await removeBundles(transaction, await deleteAtPath(transaction, pathName, 'all'));
      await insertAudit(transaction, {
        at,
        actor: by.actor,
        ownerId: null,
        address: by.address,
        action: 'rendering.deleted',
        target: `rendering of ${rendering.venue_name}`,
        oldValue: { pathName, entryPagePath: rendering.entry_page_path },
      });
    });
  } finally {
    live.forget();
  }
}
