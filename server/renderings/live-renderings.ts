import type { Db } from '../../db/tables/tables.ts';
import type { LiveRendering, LiveRenderings } from '../shared/deps.ts';
import { listLive } from './renderings.queries.ts';

const freshMs = 2000;

/** Serves cached data while the database is unavailable. */
export function liveRenderings(
  db: Db,
  now: () => number = () => performance.now(),
): LiveRenderings {
  let known: ReadonlyMap<string, LiveRendering> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let changes = 0;
  let reading: Promise<ReadonlyMap<string, LiveRendering>> | null = null;

  const read = async (): Promise<ReadonlyMap<string, LiveRendering>> => {
    const startedAt = now();
    const seen = changes;
    try {
      const rows = await listLive(db);
      known = new Map(rows.map((row) => [row.path_name, row]));
      // Changes made during the read may be missing from it.
      readAt = seen === changes ? startedAt : Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (known === null) throw error;
      readAt = startedAt;
    } finally {
      reading = null;
    }
    return known;
  };

  return {
    find: async (pathName) => {
      const isFresh = known !== null && now() - readAt < freshMs;
      const rows = isFresh && known !== null ? known : await (reading ??= read());
      return rows.get(pathName) ?? null;
    },
    forget: () => {
      changes += 1;
      readAt = Number.NEGATIVE_INFINITY;
      // A pending read may predate the change.
      reading = null;
    },
  };
}
