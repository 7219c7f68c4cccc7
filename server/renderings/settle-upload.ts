import type { AppDeps } from '../shared/deps.ts';
import { isFolderKnown } from './renderings.queries.ts';

/**
 * Clears away an upload, with the bundle that was made of it where that is shown to nobody. Throws, and clears nothing, as
 * long as the database cannot tell: the sweep then does it later.
 */
export async function settleUpload(
  { db, bundles }: Pick<AppDeps, 'db' | 'bundles'>,
  id: string,
): Promise<void> {
  if (!(await isFolderKnown(db, id))) await bundles.remove(id);
  await bundles.forgetUpload(id);
}
