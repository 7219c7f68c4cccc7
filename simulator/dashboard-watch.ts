/** Simulated dashboard client that polls the sales report and measures response times while the units sell. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../web/api/api-error.ts';
import type { FleetVenue } from './fleet.ts';
import { readReport, type ReportRange } from './report-figures.ts';
import type { Session } from './sign-in.ts';
import { ResponseTimes } from './tally.ts';

export interface DashboardWatch {
  /** Response times when idle, and while the units sell. */
  readonly idle: ResponseTimes;
  readonly busy: ResponseTimes;
  /** Polls until aborted. */
  watch(stop: AbortSignal): Promise<void>;
  /** Call after everything is sold, so that the report contains the same sales. */
  readIdle(): Promise<void>;
}

const idleReads = 20;
const monthMs = 31 * 86_400_000;

/**
 * @param everyMs interval between reads: the same with and without sales, because a server that was queried recently
 * responds faster
 */
export function openDashboard(
  session: Session,
  venue: FleetVenue,
  { startMs, endMs }: ReportRange,
  everyMs: number,
): DashboardWatch {
  const month = { startMs: startMs - monthMs, endMs };
  const [idle, busy] = [new ResponseTimes(), new ResponseTimes()];
  const read = async (times: ResponseTimes): Promise<void> => {
    try {
      times.add((await readReport(session, venue.id, null, month)).ms);
    } catch (error) {
      // An unavailable or failing server is reported by the units and the ledger check.
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return {
    idle,
    busy,
    watch: async (stop) => {
      while (!stop.aborted) {
        await read(busy);
        await sleep(everyMs, null, { signal: stop }).catch(() => null);
      }
    },
    readIdle: async () => {
      for (let reads = 0; reads < idleReads; reads += 1) {
        await sleep(everyMs);
        await read(idle);
      }
    },
  };
}
