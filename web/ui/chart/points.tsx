/** Points over two measures, whose middle divides the drawing into four named corners. */
import type { ComponentProps } from 'react';
import { ChartFrame, type Stop } from './chart-frame.tsx';
import { niceTop } from './scale.ts';
import styles from './chart.module.css';

export interface Point extends Stop {
  readonly x: number;
  readonly y: number;
}

export interface PointCorners {
  readonly x: number;
  readonly y: number;
  readonly names: Readonly<Record<'highLeft' | 'highRight' | 'lowLeft' | 'lowRight', string>>;
}

interface PointsProps extends Omit<
  ComponentProps<typeof ChartFrame>,
  'children' | 'stopAt' | 'stops' | 'rowLength' | 'kind' | 'tickLines'
> {
  readonly points: readonly Point[];
  readonly corners: PointCorners | null;
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
}

/** Parts of the width and height that stay free at the edges; names of corners are above and below the points. */
const margins = { x: 0.05, y: 0.12 };

const scaleOf = (values: readonly number[], margin: number) => {
  const low = Math.min(0, ...values);
  const top = Math.max(0, ...values);
  const least = low < 0 ? -niceTop(-low) : 0;
  const most = niceTop(top);
  return {
    most,
    at: (value: number) =>
      `${100 * (margin + ((1 - 2 * margin) * (value - least)) / (most - least))}%`,
  };
};

export function Points({ points, corners, xText, yText, ...frame }: PointsProps) {
  const x = scaleOf(
    points.map((point) => point.x),
    margins.x,
  );
  const y = scaleOf(
    points.map((point) => point.y),
    margins.y,
  );
  const names = corners?.names;
  return (
    <ChartFrame {...frame} stops={points} kind="bars">
      {(active) => (
        <>
          {[1, 0.5].map((part) => (
            <span
              key={part}
              className={styles['value']}
              style={{ insetBlockEnd: y.at(y.most * part) }}
            >
              {yText(y.most * part)}
            </span>
          ))}
          {corners && (
            <>
              <span
                className={styles['divide']}
                data-along="x"
                style={{ insetInlineStart: x.at(corners.x) }}
              />
              <span
                className={styles['divide']}
                data-along="y"
                style={{ insetBlockStart: `calc(100% - ${y.at(corners.y)})` }}
              />
            </>
          )}
          {names && (
            <>
              <Corner name={names.highLeft} style={{ insetBlockStart: 0, insetInlineStart: 0 }} />
              <Corner name={names.highRight} style={{ insetBlockStart: 0, insetInlineEnd: 0 }} />
              <Corner name={names.lowLeft} style={{ insetBlockEnd: 0, insetInlineStart: 0 }} />
              <Corner name={names.lowRight} style={{ insetBlockEnd: 0, insetInlineEnd: 0 }} />
            </>
          )}
          {points.map((point, nth) => (
            <span
              key={point.key}
              className={styles['point']}
              data-stop={nth}
              data-active={active === nth || undefined}
              style={{ insetInlineStart: x.at(point.x), insetBlockEnd: y.at(point.y) }}
            />
          ))}
          {[0, 0.5, 1].map((part) => (
            <span
              key={part}
              data-tick
              className={styles['tick']}
              data-edge={part === 1 ? 'last' : undefined}
              style={{ insetInlineStart: x.at(x.most * part) }}
            >
              {xText(x.most * part)}
            </span>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

const Corner = ({ name, style }: { readonly name: string; readonly style: object }) => (
  <span className={styles['corner']} style={style}>
    {name}
  </span>
);
