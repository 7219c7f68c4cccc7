/** Tonight's curve, with that of a week before and the band of the last four same nights. */
import { formatMoney } from '../../../lib/money.ts';
import { dateAndTimeIn } from '../../../lib/time-in-zone.ts';
import { weekdayOf } from '../../../lib/day-name.ts';
import { type CurvePoint, minuteOf, takenAt } from '../../../rules/live/night-curve.ts';
import { timeOfDayText } from '../../../rules/nights/night-text.ts';
import { parseClockText } from '../../../rules/nights/venue-clock.ts';
import type { LiveNight } from '../../api/live-connection.ts';
import { useNow } from '../../ui/hooks.ts';
import styles from './night-curve.module.css';

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
  const weekday = weekdayOf(night.night.day);
  const hasBand = shown.band.length > 0;
  const end = endOf(shown);
  return (
    <figure className="no-margin">
      <div className={styles['drawing']}>
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles['band']} d={areaOf(shown)} />
          <path className={styles['before']} d={pathOf(shown.before, shown)} />
          <path className={styles['tonight']} d={pathOf(shown.tonight, shown)} />
        </svg>
        {[1, 0.5].map((part) => (
          <span key={part} className={styles['value']} style={{ insetBlockEnd: `${part * 100}%` }}>
            {valueText(shown.top * part)}
          </span>
        ))}
        {end && end.value > 0 && (
          <span
            className={styles['end']}
            data-turned={end.at > 0.8}
            style={{ insetInlineStart: `${end.at * 100}%`, insetBlockEnd: `${end.height * 100}%` }}
          >
            {valueText(Math.round(end.value))}
          </span>
        )}
        {ticksOf(shown, startMinutes).map(({ minute, text, at }) => (
          <span
            key={minute}
            className={styles['tick']}
            data-first={at === 0}
            style={{ insetInlineStart: `${at * 100}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <figcaption className={styles['legend']}>
        <span data-line="tonight">Tonight</span>
        {shown.before.length > 1 && <span data-line="before">{`Last ${weekday}`}</span>}
        {hasBand && <span data-line="band">{`Range, last 4 ${weekday}s`}</span>}
      </figcaption>
      {withTable && (
        <details className={styles['details']}>
          <summary>Show as a table</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Until</th>
                <th scope="col">Tonight</th>
                <th scope="col">{`Last ${weekday}`}</th>
                <th scope="col">Last four</th>
              </tr>
            </thead>
            <tbody>
              {rowsOf(shown, startMinutes, nowMinute).map(
                ({ minute, time, tonight, before, band }) => (
                  <tr key={minute}>
                    <th scope="row">{time}</th>
                    <td>{tonight === null ? '–' : valueText(tonight)}</td>
                    <td>{before === null ? '–' : valueText(before)}</td>
                    <td>
                      {band === null ? '–' : `${valueText(band[0])} to ${valueText(band[1])}`}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  );
}

// What the curve of a night shows, in parts of the width and the height of its drawing.

/** Points as minutes since the start of the night and a value: dollars, or drinks. */
export type Line = readonly (readonly [minute: number, value: number])[];

export interface ShownCurve {
  readonly tonight: Line;
  readonly before: Line;
  readonly band: readonly (readonly [minute: number, least: number, most: number])[];
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** Value at the top of the drawing. */
  readonly top: number;
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
  const top = Math.max(1, ...all.flatMap((line) => line.map(([, value]) => value)));
  return {
    tonight,
    before: lineOf(before),
    band: shown,
    fromMinute: Math.floor(first / hour) * hour,
    untilMinute: Math.min(day, Math.max(Math.ceil(Math.max(end, nowMinute) / hour) * hour, hour)),
    top: niceTop(top),
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

/** A round value that is at least this one. */
export function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (
    ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power
  );
}

const size = 1000;

/** Points of an SVG path in a square of 1,000. */
export function pathOf(line: Line, { fromMinute, untilMinute, top }: ShownCurve): string {
  const width = Math.max(1, untilMinute - fromMinute);
  return line
    .filter(([minute]) => minute >= fromMinute && minute <= untilMinute)
    .map(([minute, value], nth) => {
      const x = ((minute - fromMinute) / width) * size;
      const y = size - (Math.max(0, value) / top) * size;
      return `${nth === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** The area between the least and the most. */
export function areaOf(shown: ShownCurve): string {
  const most = shown.band.map(([minute, , value]) => [minute, value] as const);
  const least = shown.band.map(([minute, value]) => [minute, value] as const).toReversed();
  const [upper, lower] = [pathOf(most, shown), pathOf(least, shown)];
  return upper === '' || lower === '' ? '' : `${upper}${lower.replace('M', 'L')}Z`;
}

/** The present end of the line of tonight, in parts of the width and the height. */
function endOf({ tonight, fromMinute, untilMinute, top }: ShownCurve) {
  const [minute, value] = tonight.at(-1) ?? [];
  if (minute === undefined || value === undefined) return null;
  const at = (minute - fromMinute) / Math.max(1, untilMinute - fromMinute);
  return at < 0 || at > 1 ? null : { at, value, height: Math.max(0, value) / top };
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
