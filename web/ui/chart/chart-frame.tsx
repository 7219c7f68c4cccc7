/**
 * Frame of every chart: one stop of the keyboard, whose arrow keys walk the points and read them out; the point in words
 * above the drawing; and the same figures as a table.
 */
import { UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { Link } from '../link.tsx';
import { FiguresTable, type TableOf } from './figures-table.tsx';
import styles from './chart.module.css';

export type Look = 'main' | 'other' | 'band' | 'failed' | 'offline';

/** Figures of a series, in the table and above the drawing. */
export interface Column {
  readonly name: string;
  readonly look?: Look;
}

/** A point that can be pointed at. */
export interface Stop {
  readonly key: string;
  /** `Fri, Nov 20`. */
  readonly title: string;
  /** Figure of each column. */
  readonly texts: readonly string[];
  /** More about it, such as its length. */
  readonly note?: string | undefined;
  /** Opened by Enter or a press. */
  readonly href?: string | undefined;
  /** Of its link, where it is not that of all. */
  readonly linkText?: string | undefined;
}

interface ChartFrameProps {
  /** Accessible name of the drawing. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly stops: readonly Stop[];
  /** Heading of the first column of the table. */
  readonly heading: string;
  /** Shown while no point is: the period. */
  readonly idle?: string;
  /** Text of the link of a point. */
  readonly linkText?: string;
  /** Index of the stop that the keyboard begins with; the last where it is not given. */
  readonly initial?: number;
  /** Stops in a row, of drawings with rows. */
  readonly rowLength?: number;
  /** Index of the stop at a part of the width; drawings whose marks have `data-stop` need none. */
  readonly stopAt?: (x: number) => number;
  /** Where it is not a row for each stop. */
  readonly table?: TableOf;
  /** Without it, on a wall display, nothing can be pressed. */
  readonly isStill?: boolean;
  /** What a press or Enter does with the stop of this index, where it does not open its link. */
  readonly press?: { readonly text: string; readonly onPress: (stop: number) => void } | undefined;
  /** Further actions beside the table. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  readonly kind?: 'bars' | 'lines';
  /** Least width of the drawing, which scrolls where there is less room. */
  readonly minPlot?: string;
  /** Lines of the labels below the drawing. */
  readonly tickLines?: number;
  readonly children: (active: number | null) => ReactNode;
}

/** Rows that a key goes up or down; other keys are those of every range. */
const rowsOfKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const wordsOf = ({ title, texts, note }: Stop, columns: readonly Column[]): string =>
  [`${title}: ${columns.map(({ name }, nth) => `${name} ${texts[nth] ?? ''}`).join(', ')}`, note]
    .filter(Boolean)
    .join(', ');

export function ChartFrame(props: ChartFrameProps) {
  const { label, columns, stops, idle = '', linkText, isStill = false, children } = props;
  const [active, setActive] = useState<number | null>(null);
  const pressedBy = useRef('mouse');
  const navigate = useNavigate();
  const shown = active === null ? null : Math.min(active, stops.length - 1);
  const stop = shown === null ? undefined : stops[shown];
  const current = shown ?? props.initial ?? stops.length - 1;

  const open = (index: number) => {
    const href = stops[index]?.href;
    if (props.press) props.press.onPress(index);
    else if (href !== undefined) void navigate({ to: '.', href });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    if (key === 'Enter') return open(current);
    const rows = rowsOfKey[key];
    if (props.rowLength === undefined || rows === undefined) return undefined;
    event.preventDefault();
    const next = current + rows * props.rowLength;
    return next >= 0 && next < stops.length ? setActive(next) : undefined;
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const mark = event.target instanceof Element ? event.target.closest('[data-stop]') : null;
    if (mark) return setActive(Number(mark.getAttribute('data-stop')));
    if (!props.stopAt) return undefined;
    const { left, width } = (
      event.currentTarget.lastElementChild ?? event.currentTarget
    ).getBoundingClientRect();
    return setActive(props.stopAt((event.clientX - left) / Math.max(1, width)));
  };

  const lines: CSSProperties & Record<`--${string}`, number> = {
    '--tick-lines': props.tickLines ?? 1,
  };
  const width: CSSProperties = { minInlineSize: props.minPlot };
  const drawing = (
    <div
      className={styles['drawing']}
      data-drawing
      data-kind={props.kind}
      style={{ ...lines, ...width }}
      aria-hidden="true"
    >
      {children(shown)}
    </div>
  );
  if (isStill)
    return (
      <figure className={[styles['chart'], props.className].filter(Boolean).join(' ')}>
        {drawing}
        <Legend columns={columns} />
      </figure>
    );
  return (
    // The focus moves from the range to the links of the stop and back without losing the stop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <figure
      className={[styles['chart'], props.className].filter(Boolean).join(' ')}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setActive(null)}
    >
      <div className={styles['readout']}>
        <span className={styles['title']}>{stop ? stop.title : idle}</span>
        <Legend columns={columns} texts={stop?.texts} />
        {stop?.note && <span>{stop.note}</span>}
        {stop && shown !== null && props.press && (
          <UnstyledButton className={styles['open'] ?? ''} onClick={() => open(shown)}>
            {props.press.text}
          </UnstyledButton>
        )}
        {stop?.href !== undefined && (
          <Link href={stop.href} className={styles['open']}>
            {stop.linkText ?? linkText}
            {stop.linkText === undefined && <span className="sr-only">{` of ${stop.title}`}</span>}
          </Link>
        )}
      </div>
      {/* For the keyboard, the range above the drawing does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        className={styles['plot']}
        data-scrolls={props.minPlot !== undefined || undefined}
        data-links={stops.some(({ href }) => href !== undefined) || undefined}
        onPointerDown={(event) => {
          pressedBy.current = event.pointerType;
          point(event);
        }}
        onPointerMove={(event) => event.pointerType === 'mouse' && point(event)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
        onClick={() => {
          if (pressedBy.current === 'mouse' && shown !== null) open(shown);
        }}
      >
        <input
          type="range"
          className="sr-only"
          aria-label={label}
          aria-valuetext={stops[current] && wordsOf(stops[current], columns)}
          min={1}
          max={Math.max(1, stops.length)}
          value={current + 1}
          onKeyDown={onKeyDown}
          onFocus={() => setActive(current)}
          onChange={({ currentTarget }) => setActive(Number(currentTarget.value) - 1)}
        />
        {drawing}
      </div>
      <div className={styles['foot']}>
        <FiguresTable label={label} {...tableOf(props)} />
        {props.actions}
      </div>
    </figure>
  );
}

interface LegendProps {
  readonly columns: readonly Column[];
  readonly texts?: readonly string[] | undefined;
}

const Legend = ({ columns, texts }: LegendProps) => (
  <span className={styles['legend']} data-legend>
    {columns.map(({ name, look }, nth) => (
      <span key={name} data-look={look}>
        {name}
        {texts && <b>{texts[nth]}</b>}
      </span>
    ))}
  </span>
);

/** Figures of a chart as a table. */
const tableOf = ({
  heading,
  columns,
  stops,
  table,
}: Pick<ChartFrameProps, 'heading' | 'columns' | 'stops' | 'table'>): TableOf =>
  table ?? {
    head: [heading, ...columns.map(({ name }) => name)],
    rows: stops.map(({ title, texts }) => [title, ...texts]),
  };
