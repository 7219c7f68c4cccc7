import { messageOf } from '../../db/start-error.ts';
import { bringForward } from '../jobs/bring-forward.queries.ts';
import { workThrough } from '../jobs/work-through.ts';
import type { MessageSettings } from '../notices/message-settings.ts';
import { claimWatches, insertMissingWatches } from './alert-watches.queries.ts';
import { checkAlerts } from './check-alerts.ts';
import type { CauseDeps } from './read-causes.ts';
import { sendNotifications } from './send-notifications.ts';

type Needs = CauseDeps & Pick<MessageSettings, 'publicUrl' | 'warn'>;

/** Of a claim; another worker takes over afterwards. */
const claimMs = 2 * 60_000;
/** No check is due later; see checkAlerts. */
const latestCheckMs = 60 * 60_000;
const [checksAtOnce, claimedAtOnce] = [4, 4];
/** So that one run ends before the next is late; what is left is due then. */
const mostOfRun = 2_000;

/** Checks the alerts of the venues that are due, and sends the messages that are due. Several workers share the work. */
export async function watchVenues(deps: Needs): Promise<void> {
  await insertMissingWatches(deps.db, deps.now());
  await bringForward(deps.db, 'alert_watches', deps.now(), latestCheckMs);
  let left = mostOfRun;
  const claim = async (): Promise<string[]> => {
    if (left <= 0) return [];
    const now = deps.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await claimWatches(deps.db, { now, until, most: claimedAtOnce });
    left -= claimed.length;
    return claimed;
  };
  await workThrough(claim, checksAtOnce, (venueId) =>
    checkAlerts(deps, venueId).catch((error: unknown) =>
      deps.warn(`The alerts of venue ${venueId} were not checked: ${messageOf(error)}`),
    ),
  );
  await sendNotifications(deps);
}
