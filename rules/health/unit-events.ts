/** What happened to a unit, as messages. */
import { timeThereText } from '../nights/night-text.ts';
import { durationText } from './health-messages.ts';
import { reasonText, type ServiceReason } from './service-reasons.ts';
import type { Spell } from './unit-strip.ts';

export const unitEventKinds = [
  'offline',
  'serviceBegun',
  'serviceEnded',
  'refused',
  'refilled',
] as const;
export type UnitEventKind = (typeof unitEventKinds)[number];

export interface UnitEvent {
  readonly atMs: number;
  readonly kind: UnitEventKind;
  readonly text: string;
}

export interface Service {
  readonly fromMs: number;
  /** In the future for one that is running. */
  readonly untilMs: number;
  readonly reason: ServiceReason;
  /** Who began it; null where that is not known. */
  readonly begunBy: string | null;
  readonly isEnded: boolean;
  /** Who ended it; null where that is not known. */
  readonly endedBy: string | null;
}

interface Refusal {
  readonly atMs: number;
  readonly times: number;
  readonly message: string;
}

interface Refill {
  readonly atMs: number;
  readonly names: readonly string[];
}

export interface UnitPast {
  readonly offline: readonly Spell[];
  readonly services: readonly Service[];
  readonly refusals: readonly Refusal[];
  readonly refills: readonly Refill[];
}

/** In place of the name of a person. */
export const unitItself = 'the unit';

const mostEvents = 100;
const by = (name: string | null): string => (name === null ? '' : ` by ${name}`);

/** Events of a unit, newest first, at most 100. A time without contact is an event at its begin. */
export function unitEvents(past: UnitPast, nowMs: number, timezone: string): UnitEvent[] {
  const events: UnitEvent[] = [
    ...past.offline.map((spell) => ({
      atMs: spell.fromMs,
      kind: 'offline' as const,
      text: offlineText(spell, nowMs, timezone),
    })),
    ...past.services.flatMap((service) => serviceEvents(service, nowMs, timezone)),
    ...past.refusals.map(({ atMs, times, message }) => ({
      atMs,
      kind: 'refused' as const,
      text: `A sale was refused${times === 1 ? '' : ` ${times} times`}: ${message}`,
    })),
    ...past.refills.map(({ atMs, names }) => ({
      atMs,
      kind: 'refilled' as const,
      text: `Refilled: ${names.join(', ')}`,
    })),
  ];
  return events.toSorted((one, other) => other.atMs - one.atMs).slice(0, mostEvents);
}

const offlineText = ({ fromMs, untilMs }: Spell, nowMs: number, timezone: string): string =>
  untilMs === null
    ? `Offline since ${timeThereText(fromMs, timezone)}, for ${durationText(nowMs - fromMs)}`
    : `Offline for ${durationText(untilMs - fromMs)}, until ${timeThereText(untilMs, timezone)}`;

function serviceEvents(
  { fromMs, untilMs, reason, begunBy, isEnded, endedBy }: Service,
  nowMs: number,
  timezone: string,
): UnitEvent[] {
  const isOver = untilMs <= nowMs;
  const until = isOver ? '' : `, until ${timeThereText(untilMs, timezone)}`;
  const begun: UnitEvent = {
    atMs: fromMs,
    kind: 'serviceBegun',
    text: `Taken into service${by(begunBy)}${reasonText(reason)}${until}`,
  };
  if (!isOver) return [begun];
  const text = isEnded ? `Service ended${by(endedBy)}` : 'Service ended by itself';
  return [begun, { atMs: untilMs, kind: 'serviceEnded', text }];
}
