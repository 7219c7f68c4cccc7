import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { findLive, findRendering, lockPath, markReplaced } from './renderings.queries.ts';
import type { ChangedBy } from '../shared/require.ts';

/** Restores a replaced bundle in place of the one that replaced it, which is stored in its stead. */
export async function restoreRendering(
  { db, now, live }: Pick<AppDeps, 'db' | 'now' | 'live'>,
  id: string,
  by: ChangedBy,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      const at = now();
      const pathName = (await findRendering(transaction, id))?.path_name ?? '';
      await lockPath(transaction, pathName);
      const kept = await findRendering(transaction, id);
      if (!kept || kept.replaced_at === null) throw notFound('rendering');
      const current = await findLive(transaction, pathName);
      if (current) await markReplaced(transaction, current.id, at);
      await markReplaced(transaction, id, null);
      await insertAudit(transaction, {
        at,
        actor: by.actor,
        ownerId: null,
        address: by.address,
        action: 'rendering.restored',
        target: `rendering of ${kept.venue_name}`,
        oldValue: { deployDate: current?.deployed_at.toISOString() ?? null },
        newValue: { deployDate: kept.deployed_at.toISOString() },
      });
    });
  } finally {
    live.forget();
  }
}
