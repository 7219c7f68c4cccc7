import type { Db } from '../../db/tables/tables.ts';
import { severities } from '../../rules/alerts/alert-kinds.ts';
import {
  countWaiting,
  type ListedAlert,
  listOpenAlerts,
  listVersions,
  type WaitingAlerts,
} from '../alerts/alerts.queries.ts';

const shown = 5;

export interface LiveAlerts {
  version: number;
  waiting: WaitingAlerts;
  /** Most urgent first. */
  latest: ListedAlert[];
}

/** Counts the alerts of a venue that wait, and reads the most urgent of them. */
export async function readLiveAlerts(db: Db, venueId: string, now: Date): Promise<LiveAlerts> {
  // First, so that a change meanwhile is a newer version.
  const versions = await listVersions(db, [venueId]);
  const waiting = await countWaiting(db, venueId, now);
  const open = waiting.all === 0 ? [] : await listOpenAlerts(db, venueId);
  const latest = open
    .filter(
      ({ acknowledged_at, snoozed_until }) =>
        !acknowledged_at && !(snoozed_until && snoozed_until > now),
    )
    .sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
    .slice(0, shown);
  return { version: versions.get(venueId) ?? 0, waiting, latest };
}
