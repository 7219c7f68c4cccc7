/** Runs a whole simulation: sets up the fleet, sells, and compares the ledger with the report. */
import { formatCents } from '../lib/money.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { barRhythm, rushRhythm } from '../rules/simulation/bar-rhythm.ts';
import { countedFaults, faultsOfUnit } from '../rules/simulation/unit-faults.ts';
import { type Api, login, openApi, type Session } from './api.ts';
import { callBartender } from './bartender.ts';
import { openClock } from './clock.ts';
import { millis, openDashboard, type Screen, showLive } from './dashboard-watch.ts';
import { assembleFleet, type Fleet, type FleetUnit } from './fleet.ts';
import { type Ledger, type LedgerSums, openLedger } from './ledger.ts';
import { readOptions, type SimulatorOptions, usage, SimulatorError } from './options.ts';
import { openBooks, openTally, type ResponseTimes, type Tally } from './report-figures.ts';
import { MessageSenders } from './send-queue.ts';
import { Shelf } from './stock-units.ts';
import { type UnitLife, VirtualUnit } from './virtual-unit.ts';
import { ApiError } from '../web/api/api-error.ts';

export interface SimulationOutcome {
  units: number;
  tally: Tally;
  sums: LedgerSums;
  /** True when the ledger takes the taxes from the responses. */
  taxIsTaken: boolean;
  /** Orders that could not be sent because the server stayed unavailable. */
  unsent: number;
  /** Orders accepted per second of real time. */
  perSecond: number;
  report: { idle: ResponseTimes; busy: ResponseTimes };
  /** Differences between the report and the ledger, as messages. */
  differing: string[];
}

export interface Stage {
  out: Screen;
  /** Stops the sales; queued orders are still sent and checked. */
  stop: AbortSignal;
  /** For tests: end of the simulated time, and a deliberately wrong ledger. */
  endsAtMs?: number;
  ledger?: Ledger;
}

const salesPerDay = { ROTENDER_CLASSIC: 40, BEERTENDER: 25 };
const settlePatienceMs = 60_000;
const dayMs = 86_400_000;
/** Concurrency limit, because units at full speed would otherwise all send requests at once. */
const fastAtOnce = 64;

/** Throws SimulatorError, or ApiError when the server rejects the preparation. */
export async function simulate(
  options: SimulatorOptions,
  stage: Stage,
): Promise<SimulationOutcome> {
  const api = openApi(options.url, options.speed === null ? fastAtOnce : undefined);
  const session = await login(api, options);
  // Before the first sale, which is in the past.
  const inServiceSince = (stage.endsAtMs ?? Date.now()) - options.lifeMs - dayMs;
  const fleet = await assembleFleet(session, { ...options, inServiceSince }, (message) => {
    stage.out.write(`${message}\n`);
  });
  const { ledger = openLedger() } = stage;
  try {
    return await live({ api, session, fleet, options, tally: openTally(), ledger }, stage);
  } finally {
    await fleet.disband();
  }
}

async function live(around: Around, { out, stop, endsAtMs }: Stage): Promise<SimulationOutcome> {
  const { session, options, tally, ledger, fleet } = around;
  const { venue } = fleet;
  const lives = await Promise.all(fleet.units.map((one) => settleIn(around, one)));
  const { lifeMs, speed, timezone } = options;
  const range = openClock({ lifeMs, speed, endsAtMs, stop });
  const books = await openBooks(session, { venue, units: fleet.units, range });
  const dashboard = openDashboard(session, venue, range, speed === null ? 10 : 250);

  // Setup takes real time that does not count as simulated time.
  const clock = openClock({ lifeMs, speed, endsAtMs: range.endMs, stop });
  const units = fleet.units.length;
  for (const [nth, { unit }] of fleet.units.entries()) {
    const faults = [...faultsOfUnit(options.faults, nth, units)];
    if (faults.length > 0) out.write(`Unit ${unit.unitNumber}: ${faults.join(', ')}.\n`);
  }
  const hide = showLive(out, { units, timezone, now: () => clock.now(), tally, ledger });
  const closing = new AbortController();
  const watched = dashboard.watch(closing.signal);
  const beganMs = performance.now();
  try {
    await Promise.all(
      lives.map((life, nth) => {
        const faults = faultsOfUnit(options.faults, nth, units);
        return new VirtualUnit({ ...life, clock, faults }).live();
      }),
    );
  } finally {
    closing.abort();
    hide();
  }
  const lastedMs = performance.now() - beganMs;
  const perSecond = (tally.accepted * 1000) / lastedMs;
  await watched;
  await Promise.all(lives.map(({ outbox }) => outbox.settle(settlePatienceMs)));
  await Promise.all(lives.map(({ bartender }) => bartender.restorePrices()));
  if (options.faults.some((fault) => countedFaults.includes(fault)))
    await Promise.all(lives.map(({ bartender, shelf }) => bartender.count(shelf.bottles)));
  await dashboard.readIdle();
  return {
    units,
    tally,
    perSecond,
    sums: ledger.total(),
    taxIsTaken: venue.taxPercentage === null,
    unsent: lives.reduce((sum, { outbox }) => sum + outbox.waiting, 0),
    report: dashboard,
    differing: await books.check(ledger),
  };
}

interface Around {
  api: Api;
  session: Session;
  fleet: Fleet;
  options: SimulatorOptions;
  tally: Tally;
  ledger: Ledger;
}

/** Everything a unit needs except the clock and its faults. */
async function settleIn(
  { api, session, fleet: { venue }, options, tally, ledger }: Around,
  { unit, key }: FleetUnit,
): Promise<Omit<UnitLife, 'clock' | 'faults'>> {
  const { unitNumber } = unit;
  const random = seededRandom(options.seed * 1_000_003 + unitNumber);
  const { taxPercentage } = venue;
  const { body: stock } = await session.send('listUnitIngredients', {
    params: { venueId: venue.id, unitNumber: String(unitNumber) },
  });
  return {
    api,
    tally,
    unitNumber,
    key,
    random,
    outbox: new MessageSenders({ api, ledger, tally, unitNumber, key, taxPercentage, random }),
    shelf: new Shelf(stock),
    bartender: await callBartender(session, { unitNumber, venueName: venue.name }),
    salesPerDay: salesPerDay[unit.category],
    rhythm: options.rush ? rushRhythm : barRhythm(options.timezone),
  };
}

// npm run simulate: from command-line arguments to the summary and the exit code.

export interface Terminal extends Stage {
  err: Screen;
}

/** Exit code: 0 when every order is in the report to the cent; 1 when not, or when nothing could be simulated. */
export async function runSimulator(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out.write(`${usage}\n`);
    return 0;
  }
  try {
    const options = readOptions(args);
    refuseClosedBar(options, terminal.endsAtMs ?? Date.now());
    const outcome = await simulate(options, terminal);
    terminal.out.write(closingText(outcome));
    return outcome.differing.length === 0 && outcome.unsent === 0 ? 0 : 1;
  } catch (error) {
    terminal.err.write(`${errorMessage(error)}\n`);
    return 1;
  }
}

function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) {
    return 'No response from this address: is Barback running there?';
  }
  if (error instanceof SimulatorError || error instanceof ApiError) return error.message;
  throw error;
}

const stepMs = 600_000;

/** Rejects a simulation that falls entirely within closing hours. */
function refuseClosedBar({ rush, timezone, lifeMs, speed }: SimulatorOptions, nowMs: number): void {
  const endMs = nowMs + (speed === null ? 0 : lifeMs / speed);
  const rhythm = barRhythm(timezone);
  if (rush || rhythm(endMs) > 0) return;
  for (let ms = endMs - lifeMs; ms < endMs; ms += stepMs) if (rhythm(ms) > 0) return;
  throw new SimulatorError(
    'The bar is closed from 2 to 11 in the morning, and that is all of this time: give --days, --rush or another --timezone.',
  );
}

const count = (number: number): string => number.toLocaleString('en-US');
const mostShown = 20;

/** Final summary: the ledger, server performance, and the comparison with the report. */
export function closingText(outcome: SimulationOutcome): string {
  const { tally, sums, unsent, differing } = outcome;
  const lines = [
    `Ledger: ${count(sums.orders)} orders, ${count(sums.servings)} servings, prices ${formatCents(sums.priceCents)}, ` +
      `taxes ${formatCents(sums.taxCents)}, tips ${formatCents(sums.tipCents)}, fees ${formatCents(sums.feeCents)}.`,
    ...(outcome.taxIsTaken ? [taxIsTaken] : []),
    `On the wire: ${count(tally.sent)} orders sent, ${count(tally.accepted)} taken in, ${count(tally.replayed)} replayed, ` +
      `${count(tally.refused)} refused, ${count(tally.pending)} without a response; ${count(tally.offline)} times offline, ` +
      `${count(tally.restocks)} bottles brought, ${count(tally.menus)} menus (${count(tally.menusUnchanged)} unchanged).`,
    ...[...tally.reasons].map(([reason, times]) => `  ${count(times)} times: ${reason}`),
    `Speed: ${outcome.perSecond.toFixed(1)} orders a second, response time ${millis(tally.responses.within(0.5))} (median), ` +
      `${millis(tally.responses.within(0.95))} (p95), ${millis(tally.responses.within(0.99))} (p99).`,
    `Report: ${millis(outcome.report.busy.within(0.5))} while the units sold, ` +
      `${millis(outcome.report.idle.within(0.5))} when they had stopped (medians).`,
    ...(unsent > 0 ? [`${count(unsent)} orders could not be sent: the server was away.`] : []),
    ...(differing.length === 0
      ? [`The report agrees to the cent, for each of ${count(outcome.units)} units and in all.`]
      : [
          'The report does not agree:',
          ...differing.slice(0, mostShown).map((line) => `  ${line}`),
        ]),
    ...(differing.length > mostShown ? [`  and ${count(differing.length - mostShown)} more`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const taxIsTaken =
  'Taxes are the server’s own: an owner may not read the percentage. Sign in as a super admin to have them checked too.';
