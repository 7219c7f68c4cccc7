/** Tonight's curve, with that of a week before and the band of the last four same nights. */
import { formatMoney } from '../../../lib/money.ts';
import { dateAndTimeIn } from '../../../lib/time-in-zone.ts';
import { weekdayOf } from '../../../lib/day-name.ts';
import { type CurvePoint, minuteOf, takenAt } from '../../../rules/live/night-curve.ts';
import { timeOfDayText } from '../../../rules/nights/night-text.ts';
import { parseClockText } from '../../../rules/nights/venue-clock.ts';
import type { LiveNight } from '../../api/live-connection.ts';
import { useNow } from '../../ui/hooks.ts';
import { Chart } from '../../ui/chart/chart.tsx';

interface CurveUntilNowProps {
  readonly night: LiveNight;
  readonly withMoney: boolean;
  /** False on a wall display, which has no use for it. */
  readonly withTable?: boolean;
}

/** The curve of a night, up to the present minute. */
export function CurveUntilNow({ night, withMoney, withTable = true }: CurveUntilNowProps) {
  const { start, end, timezone, day } = night.night;
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  const nowMs = Math.min(Math.max(useNow(), Date.parse(night.figures.asOf), startMs), endMs - 1);
  const startMinutes = parseClockText(dateAndTimeIn(startMs, timezone).time.slice(0, 5), 1440) ?? 0;
  return (
    <NightCurve
      night={night}
      withMoney={withMoney}
      withTable={withTable}
      startMinutes={startMinutes}
      nowMinute={minuteOf({ day, startMs, endMs, timezone }, nowMs)}
    />
  );
}

interface NightCurveProps {
  readonly night: LiveNight;
  readonly withMoney: boolean;
  readonly withTable: boolean;
  /** Minutes on the clock of the venue from midnight to the start of the night. */
  readonly startMinutes: number;
  /** Minutes on the clock since the start of the night. */
  readonly nowMinute: number;
}

function NightCurve({ night, withMoney, withTable, startMinutes, nowMinute }: NightCurveProps) {
  const shown = shownCurve(night, withMoney, nowMinute);
  const valueText = (value: number): string =>
    withMoney ? formatMoney(value).replace(/\.00$/, '') : Math.round(value).toLocaleString('en-US');
  const textOf = (value: number | null): string => (value === null ? '–' : valueText(value));
  const weekday = weekdayOf(night.night.day);
  const { fromMinute, untilMinute, tonight, before, band } = shown;
  const atOf = (minute: number): number =>
    (minute - fromMinute) / Math.max(1, untilMinute - fromMinute);
  const lineOf = (line: Line): Line => line.map(([minute, value]) => [atOf(minute), value]);
  const rows = rowsOf(shown, startMinutes, nowMinute);
  const last = tonight.at(-1);
  return (
    <Chart
      label={withMoney ? 'What was taken tonight' : 'What was sold tonight'}
      heading="Until"
      kind="lines"
      isStill={!withTable}
      valueText={valueText}
      initial={rows.findIndex(({ minute }) => minute === nowMinute)}
      ticks={ticksOf(shown, startMinutes)}
      end={last && last[0] >= fromMinute ? { at: atOf(last[0]), value: last[1] } : null}
      stops={rows.map((row) => ({
        key: String(row.minute),
        title: row.time,
        at: atOf(row.minute),
        texts: [
          textOf(row.tonight),
          ...(before.length > 1 ? [textOf(row.before)] : []),
          ...(row.band ? [`${valueText(row.band[0])} to ${valueText(row.band[1])}`] : []),
        ],
      }))}
      series={[
        { name: 'Tonight', look: 'main', values: [], line: lineOf(tonight) },
        ...(before.length > 1
          ? [{ name: `Last ${weekday}`, look: 'other' as const, values: [], line: lineOf(before) }]
          : []),
        ...(band.length > 0
          ? [
              {
                name: `Range, last 4 ${weekday}s`,
                look: 'band' as const,
                values: [],
                line: lineOf(band.map(([minute, least]) => [minute, least])),
                most: lineOf(band.map(([minute, , most]) => [minute, most])),
              },
            ]
          : []),
      ]}
    />
  );
}

// What the curve of a night shows.

/** Points as minutes since the start of the night and a value: dollars, or drinks. */
export type Line = readonly (readonly [minute: number, value: number])[];

export interface ShownCurve {
  readonly tonight: Line;
  readonly before: Line;
  readonly band: readonly (readonly [minute: number, least: number, most: number])[];
  readonly fromMinute: number;
  readonly untilMinute: number;
}

const hour = 60;
const day = 24 * hour;

type Point = LiveNight['curve'][number];

/** @param nowMinute minutes on the clock since the night started */
export function shownCurve(
  { curve, before, band }: Pick<LiveNight, 'curve' | 'before' | 'band'>,
  withMoney: boolean,
  nowMinute: number,
): ShownCurve {
  const lineOf = (points: readonly Point[]): Line =>
    points.map(({ minute, taken, drinks }) => [minute, withMoney ? taken : drinks]);
  const last = curve.at(-1);
  const tonight = lineOf([
    ...curve,
    ...(last && last.minute < nowMinute ? [{ ...last, minute: nowMinute }] : []),
  ]);
  const shown = band.map(
    ({ minute, leastTaken, mostTaken, leastDrinks, mostDrinks }) =>
      [minute, withMoney ? leastTaken : leastDrinks, withMoney ? mostTaken : mostDrinks] as const,
  );
  const all = [tonight, lineOf(before), shown.map(([minute, , most]) => [minute, most] as const)];
  const [first, end] = sellingMinutes(all);
  return {
    tonight,
    before: lineOf(before),
    band: shown,
    fromMinute: Math.floor(first / hour) * hour,
    untilMinute: Math.min(day, Math.max(Math.ceil(Math.max(end, nowMinute) / hour) * hour, hour)),
  };
}

/** From before the first sale until the last one of any line. */
function sellingMinutes(lines: readonly Line[]): [number, number] {
  const rises = lines.flatMap((line) =>
    line.flatMap(([minute, value], nth) => {
      const [from, old] = line[nth - 1] ?? [minute, value];
      return value === old ? [] : [from, minute];
    }),
  );
  return rises.length === 0 ? [0, 0] : [Math.min(...rises), Math.max(...rises)];
}

export interface Tick {
  readonly minute: number;
  /** `9 PM`. */
  readonly text: string;
  /** Part of the width, from 0 to 1. */
  readonly at: number;
}

/** Whole hours below the drawing, at most five. @param startMinutes reading at the start of the night */
export function ticksOf({ fromMinute, untilMinute }: ShownCurve, startMinutes: number): Tick[] {
  const width = Math.max(1, untilMinute - fromMinute);
  const step = Math.ceil(width / hour / 4) * hour;
  const ticks: Tick[] = [];
  for (let minute = fromMinute; minute <= untilMinute; minute += step) {
    const text = timeOfDayText((startMinutes + minute) % day).replace(':00', '');
    ticks.push({ minute, text, at: (minute - fromMinute) / width });
  }
  return ticks;
}

export interface CurveRow {
  readonly minute: number;
  readonly time: string;
  readonly tonight: number | null;
  readonly before: number | null;
  readonly band: readonly [number, number] | null;
}

/** The same as a table: by the hour, and now. */
export function rowsOf(shown: ShownCurve, startMinutes: number, nowMinute: number): CurveRow[] {
  const minutes = new Set([nowMinute]);
  for (let minute = shown.fromMinute; minute <= shown.untilMinute; minute += hour)
    minutes.add(minute);
  const least = shown.band.map(([minute, value]) => [minute, value] as const);
  const most = shown.band.map(([minute, , value]) => [minute, value] as const);
  return [...minutes]
    .toSorted((a, b) => a - b)
    .map((minute) => ({
      minute,
      time: timeOfDayText((startMinutes + minute) % day),
      tonight: minute <= nowMinute ? valueOf(shown.tonight, minute) : null,
      before: shown.before.length === 0 ? null : valueOf(shown.before, minute),
      band: least.length === 0 ? null : [valueOf(least, minute), valueOf(most, minute)],
    }));
}

const valueOf = (line: Line, minute: number): number => takenAt(pointsOf(line), minute).cents / 100;

const pointsOf = (line: Line): CurvePoint[] =>
  line.map(([minute, value]) => ({ minute, cents: Math.round(value * 100), drinks: 0 }));
