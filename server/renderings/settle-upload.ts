import type { AppDeps } from '../shared/deps.ts';
import { isFolderKnown } from './renderings.queries.ts';

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
