/** Runs a whole simulation: sets up the fleet, sells, and compares the ledger with the report. */
import { barRhythm, rushRhythm } from '../rules/simulation/bar-rhythm.ts';
import { faultsOfUnit } from '../rules/simulation/unit-faults.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { type Api, openApi } from './api.ts';
import { callBartender } from './bartender.ts';
import { openBooks } from './books.ts';
import { openClock } from './clock.ts';
import { openDashboard } from './dashboard-watch.ts';
import { assembleFleet, type Fleet, type FleetUnit } from './fleet.ts';
import { type Ledger, type LedgerSums, openLedger } from './ledger.ts';
import { type Screen, showLive } from './live-line.ts';
import type { SimulatorOptions } from './options.ts';
import { MessageSenders } from './send-queue.ts';
import { Shelf } from './shelf.ts';
import { type Session, login } from './sign-in.ts';
import { type ResponseTimes, openTally, type Tally } from './tally.ts';
import { type UnitLife, VirtualUnit } from './virtual-unit.ts';

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
/** Concurrency limit, because units at full speed would otherwise all send requests at once. */
const fastAtOnce = 64;

/** Throws SimulatorError, or ApiError when the server rejects the preparation. */
export async function simulate(
  options: SimulatorOptions,
  stage: Stage,
): Promise<SimulationOutcome> {
  const api = openApi(options.url, options.speed === null ? fastAtOnce : undefined);
  const session = await login(api, options);
  const fleet = await assembleFleet(session, options, (message) => {
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
