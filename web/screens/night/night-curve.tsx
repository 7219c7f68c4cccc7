/** Tonight's curve, with that of a week before and the band of the last four same nights. */
import { formatMoney } from '../../../lib/money.ts';
import { dateAndTimeIn } from '../../../lib/time-in-zone.ts';
import { minuteOf } from '../../../rules/live/night-curve.ts';
import { parseClockText } from '../../../rules/nights/venue-clock.ts';
import { weekdayOf } from '../../../rules/compare/compare-text.ts';
import type { LiveNight } from '../../api/live-state.ts';
import { areaOf, pathOf, rowsOf, shownCurve, ticksOf } from './curve-geometry.ts';
import { useNow } from '../../ui/now.ts';
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
  return (
    <figure className={styles['figure']}>
      <div className={styles['drawing']}>
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles['band']} d={areaOf(shown)} />
          <path className={styles['before']} d={pathOf(shown.before, shown)} />
          <path className={styles['tonight']} d={pathOf(shown.tonight, shown)} />
        </svg>
        <span className={styles['top']}>{valueText(shown.top)}</span>
        {ticksOf(shown, startMinutes).map(({ minute, text, at }) => (
          <span
            key={minute}
            className={styles['tick']}
            style={{ insetInlineStart: `${at * 100}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <figcaption className={styles['legend']}>
        <span data-line="tonight">Tonight</span>
        {shown.before.length > 1 && <span data-line="before">{`Last ${weekday}`}</span>}
        {hasBand && <span data-line="band">{`Least to most of the last four ${weekday}s`}</span>}
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
