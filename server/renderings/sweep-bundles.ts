import { runEach } from '../jobs/run-each.ts';
import type { AppDeps } from '../shared/deps.ts';
import { settleUpload } from './settle-upload.ts';

/** Longer than any upload takes. */
const abandonedMs = 60 * 60_000;

/** Cleans up uploads left behind by a crash. */
export async function sweepBundles(deps: Pick<AppDeps, 'db' | 'now' | 'bundles'>): Promise<void> {
  const before = new Date(deps.now().getTime() - abandonedMs);
  await runEach(await deps.bundles.listUploads(before), (id) => settleUpload(deps, id));
}
