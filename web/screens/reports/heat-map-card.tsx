import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { weekdayNamesFromMonday } from '../../../lib/weekdays.ts';
import { timeOfDayText } from '../../../rules/nights/night-text.ts';
import { averageOfText } from '../../../rules/charts/chart-messages.ts';
import type { Measure } from '../../../rules/charts/series.ts';
import { type HeatMapOfSales, heatMapQuery } from '../../api/charts.ts';
import { daysText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { ChartFileButtons } from '../../components/table-file.tsx';
import { HeatMap } from '../../ui/chart/heat-map.tsx';
import { Link } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card } from '../../ui/page.tsx';
import { figureText, measures, reportHref } from './chart-period.ts';
import { type ChartedVenue, placeOf } from './charted.ts';
import styles from './reports-screen.module.css';

/** An average hour of each weekday. */
export function HeatMapCard(of: ChartedVenue) {
  const { days, measure, venueId } = of;
  const result = useQuery({
    ...heatMapQuery({ ...placeOf(of), from: days.heatFrom, to: days.to, measure }),
    enabled: venueId !== undefined,
  });
  return (
    <Card title="An average hour by weekday">
      <Loaded
        of={loadState(result, { what: 'charts', after: of.after })}
        pending={<div className={styles['heatMap']} aria-busy="true" />}
      >
        {(map) => (
          <Shown
            map={{ ...map, rows: rowsFrom(of.firstWeekday, map.rows) }}
            isOfClock={of.calendarZone === undefined}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Weekdays in the order of a week that begins with this one. */
const rowsFrom = (first: number, rows: HeatMapOfSales['rows']): HeatMapOfSales['rows'] => [
  ...rows.slice(first),
  ...rows.slice(0, first),
];

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** In a cell: `8.5`, `117`, `1.2K`. */
const shortText = (value: number): string =>
  compact.format(value >= 10 && value < 1000 ? Math.round(value) : value);

const hourText = (reading: number): string => timeOfDayText(reading * 60).replace(':00', '');

interface ShownProps {
  readonly map: HeatMapOfSales;
  /** Hours of a weekday have a report of their own at a venue with a clock. */
  readonly isOfClock: boolean;
}

function Shown({ map, isOfClock }: ShownProps) {
  const { measure, from, to, readings, rows, leftOut, note } = map;
  const hours = readings.map(hourText);
  const label = `${measures[measure]} of an average hour by weekday`;
  const text = (value: number | null | undefined) => figureText(measure, value ?? null);
  const valueOf = (row: number, column: number) => rows[row]?.cells[column]?.value ?? null;
  const table = {
    head: [
      'Hour',
      ...rows.map(({ weekday }) => weekdayNamesFromMonday[weekday]?.slice(0, 3) ?? ''),
    ],
    rows: hours.map((hour, column) => [hour, ...rows.map((_, row) => text(valueOf(row, column)))]),
  };
  const file = {
    name: `hours-${measure}-${from}-${to}`,
    head: ['Hour', ...rows.map(({ weekday }) => weekdayNamesFromMonday[weekday] ?? '')],
    rows: readings.map((reading, column) => [
      `${String(reading).padStart(2, '0')}:00`,
      ...rows.map((_, row) => valueOf(row, column)),
    ]),
  };
  const [pressed, setPressed] = useState<number>();
  const listed = pressed === undefined ? undefined : nightsOfCell(map, pressed);
  const notes = [note, leftOut.length > 0 && `Without ${leftOut.map(dayName).join('; ')}`];
  return (
    <div className={styles['heatMap']}>
      <HeatMap
        label={label}
        heading="Hour"
        columns={[{ name: measures[measure] }]}
        table={table}
        idle={daysText(from, to)}
        ticks={hours}
        rows={rows.map(({ weekday, nights, cells }) => {
          const name = weekdayNamesFromMonday[weekday] ?? '';
          const latest = nights.at(-1);
          return {
            name: name.slice(0, 3),
            cells: cells.map((cell, nth) => ({
              key: `${weekday} ${nth}`,
              title: `${name}, ${hours[nth] ?? ''}`,
              texts: [text(cell?.value)],
              note: cell ? averageOfText(cell.hours) : undefined,
              value: cell?.value ?? null,
              short: cell?.value ? shortText(cell.value) : '',
              ...(latest === undefined
                ? {}
                : isOfClock
                  ? {
                      href: reportHref(from, to, { weekday, hour: readings[nth] ?? 0 }),
                      linkText: 'Sales of these hours',
                    }
                  : { href: reportHref(latest, latest), linkText: `Sales of ${dayName(latest)}` }),
            })),
          };
        })}
        press={{ text: 'List the nights', onPress: setPressed }}
        actions={<ChartFileButtons of={label} span={daysText(from, to)} file={file} />}
      />
      {listed && (
        <NightsOfCell
          key={pressed}
          {...listed}
          measure={measure}
          isOfClock={isOfClock}
          onClose={() => setPressed(undefined)}
        />
      )}
      <p className={styles['notes']}>{notes.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

interface ListedCell {
  readonly weekday: number;
  readonly reading: number;
  readonly total: number | null | undefined;
  /** Latest first. */
  readonly nights: readonly { readonly day: string; readonly figure: number | null | undefined }[];
}

/** Nights in which the hour of a cell occurred; undefined where there are none. */
export function nightsOfCell(
  { rows, readings }: Pick<HeatMapOfSales, 'rows' | 'readings'>,
  index: number,
): ListedCell | undefined {
  const row = rows[Math.floor(index / readings.length)];
  const column = index % readings.length;
  const cell = row?.cells[column];
  if (!row || !cell) return undefined;
  const nights = row.nights.map((day, nth) => ({ day, figure: cell.byNight[nth] }));
  return {
    weekday: row.weekday,
    reading: readings[column] ?? 0,
    total: cell.total,
    nights: nights.filter(({ figure }) => figure !== null).toReversed(),
  };
}

interface NightsOfCellProps extends ListedCell {
  readonly measure: Measure;
  readonly isOfClock: boolean;
  readonly onClose: () => void;
}

/** Nights of a cell with their figures, each a link to its sales. */
function NightsOfCell(props: NightsOfCellProps) {
  const { weekday, reading, total, nights, measure, isOfClock, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const title = `${weekdayNamesFromMonday[weekday] ?? ''}, ${hourText(reading)}`;
  const count = nights.length === 1 ? '1 night' : `${nights.length} nights`;
  const sum = measure === 'averagePrice' ? '' : `, ${figureText(measure, total ?? null)}`;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`Nights of ${title}`}
      className={styles['nights']}
    >
      <header>
        <h3>{title}</h3>
        <span className="dim">{`${count}${sum}`}</span>
        <CloseButton aria-label="Close the list of nights" onClick={onClose} />
      </header>
      <ol>
        {nights.map(({ day, figure }) => (
          <li key={day}>
            <Link href={reportHref(day, day, isOfClock ? { weekday, hour: reading } : {})}>
              {dayName(day)}
            </Link>
            <span>{figureText(measure, figure ?? null)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
