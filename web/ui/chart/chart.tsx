/** Bars and lines over common stops, such as the nights of a week. */
import { ChartFrame, type Column, type Look, type Stop } from './chart-frame.tsx';
import {
  areaOf,
  barOf,
  type Extent,
  extentOf,
  heightOf,
  labelled,
  type Line,
  pathOf,
  runsOf,
  valuesBeside,
} from './scale.ts';
import styles from './chart.module.css';
import { type ComponentProps, Fragment } from 'react';

export interface ChartSeries extends Column {
  /** Of each stop; null where there is none. Bars of less than 0 go down. */
  readonly values: readonly (number | null)[];
  /** Of a line with more points than stops. */
  readonly line?: Line;
  /** Upper bounds of a band, of which the values or the line are the lower ones. */
  readonly most?: Line;
}

export interface ChartStop extends Stop {
  /** Below the drawing, in lines; not all stops have their label where there are many. */
  readonly tick?: string;
  /** Part of the width; stops share the width where it is not given. */
  readonly at?: number;
  /** Not over yet. */
  readonly isRunning?: boolean;
}

interface Mark {
  readonly at: number;
  readonly text: string;
}

interface ChartProps extends Omit<
  ComponentProps<typeof ChartFrame>,
  'children' | 'stopAt' | 'columns' | 'stops' | 'rowLength' | 'kind' | 'tickLines'
> {
  readonly stops: readonly ChartStop[];
  readonly series: readonly ChartSeries[];
  /** In words and in the table, where it is not what is drawn. */
  readonly columns?: readonly Column[];
  readonly kind: 'bars' | 'lines';
  readonly valueText: (value: number) => string;
  /** Labels below the drawing that are not those of stops. */
  readonly ticks?: readonly Mark[];
  readonly mostTicks?: number;
  /** Present value at the end of the main line. */
  readonly end?: { readonly at: number; readonly value: number } | null;
}

const atOf = ({ at }: ChartStop, nth: number, count: number): number => at ?? (nth + 0.5) / count;

export function Chart({
  stops,
  series,
  kind,
  valueText,
  mostTicks = 7,
  end,
  ...frame
}: ChartProps) {
  const count = stops.length;
  const ats = stops.map((stop, nth) => atOf(stop, nth, count));
  const lines = series.map(({ look, values, line, most }) => ({
    look,
    runs: line ? [line] : runsOf(values, ats),
    most,
  }));
  const all = [
    ...series.flatMap(({ values }) => values.filter((value) => value !== null)),
    ...lines.flatMap(({ runs, most = [] }) => [...runs.flat(), ...most].map(([, value]) => value)),
  ];
  const extent = extentOf(kind === 'bars' ? all : all.filter((value) => value > 0));
  const { top } = extent;
  const ticks =
    frame.ticks ??
    labelled(count, mostTicks).flatMap((nth) => {
      const stop = stops[nth];
      return stop?.tick === undefined ? [] : [{ at: ats[nth] ?? 0, text: stop.tick }];
    });
  const stopAt = (x: number): number =>
    ats.reduce(
      (best, at, nth) => (Math.abs(at - x) < Math.abs((ats[best] ?? 0) - x) ? nth : best),
      0,
    );
  const areas = lines.filter(({ most }) => most !== undefined);
  const drawn = lines.filter(({ most }) => most === undefined);
  return (
    <ChartFrame
      {...frame}
      columns={frame.columns ?? series}
      stops={stops}
      stopAt={stopAt}
      kind={kind}
      tickLines={Math.max(1, ...ticks.map(({ text }) => text.split('\n').length))}
    >
      {(active) => (
        <>
          {valuesBeside(extent).map((value) => (
            <span
              key={value}
              className={styles['value']}
              data-zero={value === 0 || undefined}
              style={{ insetBlockEnd: percent(heightOf(value, extent)) }}
            >
              {valueText(value)}
            </span>
          ))}
          {active !== null && (
            <span
              key={active}
              // What the keys lead to is not scrolled out.
              ref={frame.minPlot === undefined ? undefined : showsCursor}
              className={styles['cursor']}
              data-cursor
              data-kind={kind}
              style={{
                insetInlineStart: percent(ats[active] ?? 0),
                inlineSize: kind === 'bars' ? percent(1 / count) : undefined,
              }}
            />
          )}
          {kind === 'bars' ? (
            <Bars stops={stops} series={series} ats={ats} extent={extent} valueText={valueText} />
          ) : (
            <svg viewBox="0 0 1000 1000" preserveAspectRatio="none">
              {areas.map(({ look, runs, most = [] }) => (
                <path key={look} data-look={look} d={areaOf(runs.flat(), most, top)} />
              ))}
              {drawn.toReversed().map(({ look, runs }) => (
                <path
                  key={look}
                  data-look={look}
                  d={runs.map((run) => pathOf(run, top)).join('')}
                />
              ))}
            </svg>
          )}
          {end && end.value > 0 && (
            <span
              className={styles['end']}
              data-turned={end.at > 0.8}
              style={{ insetInlineStart: percent(end.at), insetBlockEnd: percent(end.value / top) }}
            >
              {valueText(Math.round(end.value))}
            </span>
          )}
          {ticks.map(({ at, text }) => (
            <span
              key={`${at} ${text}`}
              data-tick
              className={styles['tick']}
              data-edge={at === 0 ? 'first' : at >= 0.98 ? 'last' : undefined}
              style={{ insetInlineStart: percent(at) }}
            >
              {text}
            </span>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

/** Of the values beside the bars. */
const gutterPx = 60;

/** Scrolls to the point that keys lead to. */
function showsCursor(cursor: Element | null): void {
  const plot = cursor?.closest('[data-scrolls]');
  if (!cursor || !plot?.matches(':focus-within')) return;
  const [{ left, right }, box] = [cursor.getBoundingClientRect(), plot.getBoundingClientRect()];
  const start = box.left + gutterPx;
  if (left < start) plot.scrollLeft += left - start;
  if (right > box.right) plot.scrollLeft += right - box.right;
}

const percent = (part: number): string => `${Math.round(part * 100_000) / 1000}%`;

interface BarsProps {
  readonly stops: readonly ChartStop[];
  readonly series: readonly ChartSeries[];
  readonly ats: readonly number[];
  readonly extent: Extent;
  readonly valueText: (value: number) => string;
}

/** Side by side at each stop: the other days to the left, the main ones to the right. */
function Bars({ stops, series, ats, extent, valueText }: BarsProps) {
  const width = 0.76 / Math.max(1, stops.length) / series.length;
  // From the last series to the first, which is on the right.
  const places = series.toReversed();
  return stops.map((stop, nth) =>
    places.map(({ name, look, values }, place) => {
      const value = values[nth] ?? null;
      if (value === null || value === 0) return null;
      const { from, length } = barOf(value, extent);
      return (
        <Fragment key={`${stop.key} ${name}`}>
          <span
            data-bar={look satisfies Look | undefined}
            data-below={value < 0 || undefined}
            data-running={stop.isRunning || undefined}
            style={{
              insetInlineStart: percent(ats[nth] ?? 0),
              insetBlockEnd: percent(from),
              inlineSize: `min(56px, ${percent(width)})`,
              blockSize: percent(length),
              translate: `${(place - series.length / 2) * 100}% 0`,
            }}
          />
          {value < 0 && (
            <span
              className={styles['below']}
              style={{
                insetInlineStart: percent(ats[nth] ?? 0),
                insetBlockEnd: percent(heightOf(0, extent)),
              }}
            >
              {valueText(value)}
            </span>
          )}
        </Fragment>
      );
    }),
  );
}
