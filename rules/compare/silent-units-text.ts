/** Units that a comparison leaves out, in words: `Terrace · 1042, last heard 8:10 PM`. */
import { dayName } from '../../lib/day-name.ts';
import { timeThereText } from '../nights/night-text.ts';
import { unitInText } from '../units/unit-names.ts';
import { compareMessages } from './compare-messages.ts';

export interface SilentUnit {
  readonly unitNumber: number;
  readonly unitName: string | null;
  readonly from: string;
  /** Null while it is not in contact. */
  readonly until: string | null;
}

/** Others are counted. */
const mostListed = 2;
const dayMs = 86_400_000;

interface When {
  readonly nowMs: number;
  readonly timezone: string;
}

function timeText(text: string, { nowMs, timezone }: When): string {
  const ms = Date.parse(text);
  const time = timeThereText(ms, timezone);
  if (nowMs - ms < dayMs) return time;
  const wall = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
  return `${dayName(wall.format(ms))}, ${time}`;
}

/** `Terrace · 1042, last heard 8:10 PM`. */
function silentText(unit: SilentUnit, when: When): string {
  const name = unitInText({ unitNumber: unit.unitNumber, name: unit.unitName });
  const from = timeText(unit.from, when);
  return unit.until === null
    ? `${name}, ${compareMessages.lastHeard(from)}`
    : `${name}, ${compareMessages.notHeard(from, timeText(unit.until, when))}`;
}

/** The first of the units, and how many more there are. */
export function silentUnitsText(units: readonly SilentUnit[], when: When): string {
  const listed = units.slice(0, mostListed).map((unit) => silentText(unit, when));
  const more = units.length - listed.length;
  return [...listed, ...(more > 0 ? [compareMessages.moreUnits(more)] : [])].join('; ');
}
