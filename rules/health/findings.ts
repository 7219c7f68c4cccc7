/** What is wrong with the units of a venue, as actionable messages. */
import { aheadText, healthMessages } from './health-messages.ts';
import {
  clockSkewLimitMs,
  type ContactState,
  type Quiet,
  type ReaderState,
} from './contact-state.ts';
import { type FailureRate, isFailing } from './failure-rate.ts';
import type { MaintenanceReason } from './maintenance-reasons.ts';

export const findingKinds = [
  'allSilent',
  'offline',
  'silent',
  'failing',
  'reader',
  'clock',
  'menu',
  'returned',
  'maintenanceEnded',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** True of what is over: it is said, but nothing is wrong with the unit any more. */
export const isOver = (kind: FindingKind): boolean =>
  kind === 'returned' || kind === 'maintenanceEnded';

export interface Finding {
  readonly kind: FindingKind;
  /** Index of the unit; null for all of them. */
  readonly unit: number | null;
  readonly text: string;
}

interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface UnitFacts {
  readonly state: ContactState;
  readonly lastContactMs: number | null;
  readonly lastSoldMs: number | null;
  /** Null while nothing is known of what to expect. */
  readonly quiet: Quiet | null;
  /** Of its paid sales alone, while its last sale was free; otherwise null. */
  readonly paid: { readonly quiet: Quiet; readonly lastSoldMs: number } | null;
  readonly failureRate: FailureRate | null;
  readonly reader: ReaderState;
  /** Its clock minus ours. */
  readonly skewMs: number | null;
  /** Since when it has reported an old menu; null while it shows the right one, or does not say. */
  readonly oldMenuMs: number | null;
  /** Date of the sale that is dated furthest ahead of now; null when none is. */
  readonly aheadMs: number | null;
  /** Impossible date that the unit sent with its last sale; null for a possible one. */
  readonly impossibleMs: number | null;
  /** Its last maintenance, why, and whether a person or the unit ended it. */
  readonly maintenance:
    | (TimeRange & { readonly isEnded: boolean; readonly reason: MaintenanceReason })
    | null;
  /** Its last time without contact, and the sales of that time, which arrived late. */
  readonly gap: (TimeRange & { readonly lateSales: number }) | null;
}

export interface VenueFacts {
  readonly nowMs: number;
  readonly timezone: string;
  readonly isOpen: boolean;
  /** False for a while after the server was down. */
  readonly isWatched: boolean;
  /** Of all units together; null while nothing is known of what to expect, and for a single unit. */
  readonly quiet: Quiet | null;
}

/** Time for which it is reported that a finding has ended by itself. */
const reportedAfterMs = 3_600_000;

export const isInMaintenance = (
  { maintenance }: Pick<UnitFacts, 'maintenance'>,
  nowMs: number,
): boolean => maintenance !== null && maintenance.fromMs <= nowMs && nowMs < maintenance.untilMs;

/**
 * Findings of a venue, most urgent first. Units that are silent or offline together are one finding. Units in maintenance
 * have none.
 */
export function findingsOf(units: readonly UnitFacts[], venue: VenueFacts): Finding[] {
  const watched = units.map((facts, unit) => ({ facts, unit }));
  const working = watched.filter(({ facts }) => !isInMaintenance(facts, venue.nowMs));
  const all = allSilent(
    working.map(({ facts }) => facts),
    venue,
  );
  const found = working.flatMap(({ facts, unit }) =>
    findingsOfUnit(facts, venue, all).map((finding) => ({ ...finding, unit })),
  );
  const listed: Finding[] = all === null ? found : [{ ...all.finding, unit: null }, ...found];
  return listed.toSorted(
    (one, other) => findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind),
  );
}

interface AllSilent {
  readonly finding: Omit<Finding, 'unit'>;
  readonly areOffline: boolean;
}

function allSilent(units: readonly UnitFacts[], venue: VenueFacts): AllSilent | null {
  const expected = units.filter(({ state, quiet }) => state !== 'new' && quiet !== null);
  if (!venue.isWatched || !venue.isOpen || expected.length < 2) return null;
  const areQuiet = expected.every(
    ({ state, quiet }) => state === 'offline' || quiet?.isSilent === true,
  );
  if (venue.quiet?.isSilent !== true && !areQuiet) return null;
  const lastMs = Math.max(...expected.map(({ lastSoldMs }) => lastSoldMs ?? 0));
  if (lastMs === 0) return null;
  const areOffline = expected.every(({ state }) => state === 'offline');
  const text = healthMessages.allSilent(lastMs, venue.timezone);
  return {
    finding: {
      kind: 'allSilent',
      text: areOffline ? text + healthMessages.allOffline(expected.length) : text,
    },
    areOffline,
  };
}

function findingsOfUnit(
  unit: UnitFacts,
  venue: VenueFacts,
  all: AllSilent | null,
): Omit<Finding, 'unit'>[] {
  const { nowMs, timezone } = venue;
  const found: (Omit<Finding, 'unit'> | null)[] = [
    contactFinding(unit, venue, all),
    unit.failureRate !== null && isFailing(unit.failureRate)
      ? { kind: 'failing', text: healthMessages.failing(unit.failureRate) }
      : null,
    readerFinding(unit, venue, all),
    clockFinding(unit, nowMs, timezone),
    menuFinding(unit, nowMs, timezone),
    endedFinding(unit, nowMs, timezone),
  ];
  return found.filter((one) => one !== null);
}

function contactFinding(
  { state, lastContactMs, lastSoldMs, quiet }: UnitFacts,
  { nowMs, isOpen, isWatched }: VenueFacts,
  all: AllSilent | null,
): Omit<Finding, 'unit'> | null {
  if (!isOpen || !isWatched) return null;
  if (state === 'offline' && lastContactMs !== null) {
    if (all?.areOffline === true) return null;
    return {
      kind: 'offline',
      text: healthMessages.offline(nowMs - lastContactMs, quiet?.missing ?? 0),
    };
  }
  if (all !== null || quiet === null || !quiet.isSilent || lastSoldMs === null) return null;
  return { kind: 'silent', text: healthMessages.silent(nowMs - lastSoldMs, quiet.missing) };
}

/** The reader is offline, or nothing is paid for any more while free drinks are sold. */
function readerFinding(
  { state, reader, quiet, paid }: UnitFacts,
  { nowMs, isOpen, isWatched }: VenueFacts,
  all: AllSilent | null,
): Omit<Finding, 'unit'> | null {
  if (state === 'online' && reader === 'offline')
    return { kind: 'reader', text: healthMessages.readerOffline };
  const isWhole = isOpen && isWatched && all === null && quiet?.isSilent === false;
  if (!isWhole || paid === null || !paid.quiet.isSilent) return null;
  return { kind: 'reader', text: healthMessages.noPaidSale(nowMs - paid.lastSoldMs) };
}

function clockFinding(
  { skewMs, aheadMs, impossibleMs }: UnitFacts,
  nowMs: number,
  timezone: string,
): Omit<Finding, 'unit'> | null {
  const text =
    aheadText({ aheadMs, impossibleMs }, nowMs) ??
    (skewMs !== null && Math.abs(skewMs) > clockSkewLimitMs
      ? healthMessages.clock(nowMs + skewMs, nowMs, timezone)
      : null);
  return text === null ? null : { kind: 'clock', text };
}

/** Units fetch their menu now and then, so one that was changed just now may be shown for a while. */
const oldMenuMs = 15 * 60_000;

const menuFinding = (
  { state, oldMenuMs: sinceMs }: UnitFacts,
  nowMs: number,
  timezone: string,
): Omit<Finding, 'unit'> | null =>
  state === 'online' && sinceMs !== null && nowMs - sinceMs >= oldMenuMs
    ? { kind: 'menu', text: healthMessages.oldMenu(sinceMs, timezone) }
    : null;

/** One line for an hour: late sales arrived, or maintenance that no person ended is over. */
function endedFinding(
  { state, gap, maintenance }: UnitFacts,
  nowMs: number,
  timezone: string,
): Omit<Finding, 'unit'> | null {
  const isRecent = (ms: number): boolean => ms <= nowMs && nowMs - ms < reportedAfterMs;
  if (maintenance !== null && !maintenance.isEnded && isRecent(maintenance.untilMs))
    return {
      kind: 'maintenanceEnded',
      text: healthMessages.maintenanceEnded(maintenance.fromMs, maintenance.untilMs, timezone),
    };
  if (state !== 'online' || gap === null || gap.lateSales === 0 || !isRecent(gap.untilMs))
    return null;
  return { kind: 'returned', text: healthMessages.returned(gap.untilMs, timezone, gap.lateSales) };
}

/** State of a unit in words. */
export function stateText(
  unit: UnitFacts,
  findings: readonly Finding[],
  { nowMs, timezone }: Pick<VenueFacts, 'nowMs' | 'timezone'>,
): string {
  const { maintenance, state, lastContactMs, quiet } = unit;
  if (maintenance !== null && isInMaintenance(unit, nowMs))
    return healthMessages.inMaintenance(maintenance.untilMs, timezone, maintenance.reason);
  const [first] = findings;
  if (first) return first.text;
  if (state === 'offline' && lastContactMs !== null)
    return healthMessages.offline(nowMs - lastContactMs, quiet?.missing ?? 0);
  return state === 'new' ? healthMessages.never : healthMessages.online;
}
