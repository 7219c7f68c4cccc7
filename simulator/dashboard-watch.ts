/** Somebody at the dashboard who reads the sales report again and again, and how long it takes while the units sell. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../web/api/api-error.ts';
import type { FleetVenue } from './fleet.ts';
import { readReport, type ReportRange } from './report-figures.ts';
import type { Session } from './sign-in.ts';
import { AnswerTimes } from './tally.ts';

export interface DashboardWatch {
  /** While nothing else happens, and while the units sell. */
  readonly idle: AnswerTimes;
  readonly busy: AnswerTimes;
  /** Reads now and then until it is told to stop. */
  watch(stop: AbortSignal): Promise<void>;
  /** To be called when everything is sold: the same sales are in the report then. */
  readIdle(): Promise<void>;
}

const idleReads = 20;
const monthMs = 31 * 86_400_000;

/** @param everyMs between two reads: the same with and without sales, for a server that was just asked is quicker */
export function openDashboard(
  session: Session,
  venue: FleetVenue,
  { startMs, endMs }: ReportRange,
  everyMs: number,
): DashboardWatch {
  const month = { startMs: startMs - monthMs, endMs };
  const [idle, busy] = [new AnswerTimes(), new AnswerTimes()];
  const read = async (times: AnswerTimes): Promise<void> => {
    try {
      times.add((await readReport(session, venue.id, null, month)).ms);
    } catch (error) {
      // A server that is away or refuses is the business of the units and of the books.
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
