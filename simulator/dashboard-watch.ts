/** Simulated dashboard client that polls the sales report and measures response times while the units sell. */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCents } from '../lib/money.ts';
import type { Session } from './api.ts';
import type { FleetVenue } from './fleet.ts';
import type { Ledger } from './ledger.ts';
import { readReport, type ReportRange, ResponseTimes, type Tally } from './report-figures.ts';
import { ApiError } from '../web/api/api-error.ts';

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

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
}

interface Shown {
  units: number;
  timezone: string;
  /** Current simulated time. */
  now: () => number;
  tally: Tally;
  ledger: Ledger;
}

const clearLine = '\r\u001B[K';
const everyMs = { terminal: 1000, file: 10_000 };

const count = (number: number): string => number.toLocaleString('en-US');

/** Progress on one line: rewritten in place in a terminal, else a new line at intervals. */
export const millis = (ms: number): string =>
  Number.isNaN(ms) ? '–' : ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;

/** @param perSecond orders accepted per second recently */
export function liveLine(
  { units, timezone, now, tally, ledger }: Shown,
  perSecond: number,
): string {
  const at = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(now());
  const { sent, accepted, replayed, refused, responses } = tally;
  const { priceCents, taxCents, tipCents } = ledger.total();
  return [
    `${count(units)} units`,
    at,
    `${count(sent)} sent, ${count(accepted)} taken, ${count(replayed)} replayed, ${count(refused)} refused`,
    formatCents(priceCents + taxCents + tipCents),
    `${perSecond.toFixed(1)}/s`,
    `p95 ${millis(responses.within(0.95))}`,
  ].join(' · ');
}

/** Shows the line until the returned function is called, which prints a final one. */
export function showLive(out: Screen, shown: Shown): () => void {
  const intervalMs = out.isTTY === true ? everyMs.terminal : everyMs.file;
  let [before, beforeMs] = [0, performance.now()];
  const show = (): void => {
    const nowMs = performance.now();
    const perSecond = ((shown.tally.accepted - before) * 1000) / Math.max(1, nowMs - beforeMs);
    [before, beforeMs] = [shown.tally.accepted, nowMs];
    const line = liveLine(shown, perSecond);
    out.write(out.isTTY === true ? `${clearLine}${line}` : `${line}\n`);
  };
  const timer = setInterval(show, intervalMs);
  return () => {
    clearInterval(timer);
    if (out.isTTY === true) out.write(clearLine);
  };
}
