/** Rows of cells whose strength is their value, such as weekdays by hour. */
import type { CSSProperties, ComponentProps } from 'react';
import { ChartFrame, type Stop } from './chart-frame.tsx';
import { labelled } from './scale.ts';
import styles from './chart.module.css';

export interface HeatCell extends Stop {
  /** Null where there is nothing to show. */
  readonly value: number | null;
  /** In the cell, where there is room. */
  readonly short: string;
}

interface HeatMapProps extends Omit<
  ComponentProps<typeof ChartFrame>,
  'children' | 'stopAt' | 'stops' | 'rowLength'
> {
  readonly rows: readonly { readonly name: string; readonly cells: readonly HeatCell[] }[];
  /** Below the columns. */
  readonly ticks: readonly string[];
}

/** Of the accent at the greatest value: text on it stays legible in both schemes. */
const mostStrength = 60;
/** Names of the rows and the gap beside them, as in the style sheet. */
const names = '2.375rem';

export function HeatMap({ rows, ticks, ...frame }: HeatMapProps) {
  const columns = ticks.length;
  const stops = rows.flatMap(({ cells }) => cells);
  const most = Math.max(0, ...stops.map(({ value }) => value ?? 0));
  const strengthOf = (value: number): number =>
    value <= 0 || most === 0 ? 0 : 6 + (mostStrength - 6) * (value / most);
  const style: CSSProperties & Record<`--${string}`, number> = { '--columns': columns };
  return (
    <ChartFrame {...frame} stops={stops} rowLength={columns}>
      {(active) => (
        <>
          <div className={styles['cells']} style={style}>
            {rows.map(({ name, cells }, row) => [
              <span key={name} className={styles['row']}>
                {name}
              </span>,
              ...cells.map(({ key, value, short }, nth) => {
                const strength: CSSProperties & Record<`--${string}`, string> = {
                  '--strength': `${Math.round(strengthOf(value ?? 0))}%`,
                };
                return (
                  <span
                    key={key}
                    className={styles['cell']}
                    data-stop={row * columns + nth}
                    data-none={value === null || undefined}
                    data-active={active === row * columns + nth || undefined}
                    style={strength}
                  >
                    <span>{short}</span>
                  </span>
                );
              }),
            ])}
          </div>
          {labelled(columns, 6).map((nth) => (
            <span
              key={ticks[nth]}
              data-tick
              className={styles['tick']}
              style={{
                insetInlineStart: `calc(${names} + (100% - ${names}) * ${(nth + 0.5) / columns})`,
              }}
            >
              {ticks[nth]}
            </span>
          ))}
        </>
      )}
    </ChartFrame>
  );
}
