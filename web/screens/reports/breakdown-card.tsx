/** Figures of some days by drink, unit, hour and so on, as a table that sorts. */
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Days } from '../../../lib/day-range.ts';
import { dayAt } from '../../../rules/nights/nights.ts';
import { breakdownKinds } from '../../../rules/reports/breakdown.ts';
import {
  breakdownNames,
  type BreakdownSort,
  columnsOf,
  fileOfBreakdown,
  figureText,
  sortRows,
} from '../../../rules/reports/breakdown-table.ts';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { weekdayNumber } from '../../../rules/venues/first-weekday.ts';
import { daysOfSpan } from '../../../rules/reports/report-spans.ts';
import { type Breakdown, breakdownQuery } from '../../api/charts.ts';
import { daysText } from '../../components/date-text.ts';
import { DayField } from '../../components/day-field.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { InlineSelect } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Link, useSetAddress } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, SkeletonLine } from '../../ui/page.tsx';
import {
  breakdownHref,
  type BreakdownSearch,
  chosenDays,
  readBreakdownSearch,
  spanChoices,
} from './breakdown-search.ts';
import { reportHref } from './chart-period.ts';
import { SavedViews } from './saved-views.tsx';
import styles from './breakdown-card.module.css';

const few = 10;

export function BreakdownCard() {
  const search = useSearch({ from: '/reports' });
  const setAddress = useSetAddress();
  const shown = readBreakdownSearch(search);
  const { state: venues, active } = useVenues();
  const { state: clock, rules } = useNightRules(active?.id, [venues]);
  const nowMs = useNow();
  const { timezone } = guessedTimezone();
  const today = dayAt(rules, nowMs, timezone);
  const change = (to: Partial<BreakdownSearch>) => setAddress(breakdownHref(search, to));
  const days = daysOf(shown, today, weekdayNumber[active?.firstWeekday ?? 'monday']);
  const result = useQuery({
    ...breakdownQuery({
      venueId: active?.id ?? '',
      by: shown.by,
      ...days,
      timezone: rules ? undefined : timezone,
      unitId: shown.unit ?? undefined,
    }),
    enabled: rules !== undefined && active !== undefined,
  });
  return (
    <Card title="Breakdown">
      {active && <SavedViews venueId={active.id} search={search} />}
      <Choices of={shown} days={days} venueId={active?.id} onChange={change} />
      <Loaded
        of={loadState(result, {
          what: 'breakdown',
          after: [venues, clock],
          isEmpty: ({ rows }) => rows.length === 0,
        })}
        pending={<Pending />}
        empty={<EmptyState>{reportMessages.noStatistics}</EmptyState>}
      >
        {(breakdown) => (
          <Shown breakdown={breakdown} sort={shown.sort} onSort={(sort) => change({ sort })} />
        )}
      </Loaded>
    </Card>
  );
}

/** @param firstWeekday of a week; 0 is Monday */
function daysOf({ span, from, to }: BreakdownSearch, today: string, firstWeekday: number): Days {
  if (span !== chosenDays) return daysOfSpan(span, today, firstWeekday);
  return { from: from ?? today, to: to ?? today };
}

const Pending = () => (
  <div className={styles['pending']} aria-busy="true">
    {Array.from({ length: 6 }, (_, nth) => (
      <SkeletonLine key={nth} width={24 + ((nth * 5) % 12)} />
    ))}
  </div>
);

interface ChoicesProps {
  readonly of: BreakdownSearch;
  readonly days: Days;
  readonly venueId: string | undefined;
  readonly onChange: (to: Partial<BreakdownSearch>) => void;
}

function Choices({ of: { by, span, unit }, days, venueId, onChange }: ChoicesProps) {
  const { units } = useUnits(venueId);
  return (
    <div className={styles['choices']}>
      <InlineSelect
        aria-label="Break down by"
        value={by}
        data={breakdownKinds.map((value) => ({
          value,
          label: `By ${lower(breakdownNames[value])}`,
        }))}
        onChange={({ currentTarget: { value } }) =>
          // Another kind has an order of its own.
          onChange({ ...readBreakdownSearch({ by: value }), span, ...days, unit })
        }
      />
      <InlineSelect
        aria-label="Days"
        value={span}
        data={spanChoices}
        onChange={({ currentTarget: { value } }) =>
          onChange({ span: readBreakdownSearch({ span: value }).span, ...days })
        }
      />
      {units.length > 1 && (
        <InlineSelect
          aria-label="Unit"
          value={unit ?? ''}
          data={[
            { value: '', label: 'All units' },
            ...units.map(({ unitNumber, name }) => ({
              value: String(unitNumber),
              label: name ? `${name} (${unitNumber})` : `Unit ${unitNumber}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ unit: value || null })}
        />
      )}
      {span === chosenDays && (
        <div className={styles['days']}>
          <DayField
            label="First day"
            calendarLabel="Choose the first day"
            value={days.from}
            onChange={(from) =>
              from !== null && onChange({ from, to: from > days.to ? from : days.to })
            }
          />
          <DayField
            label="Last day"
            calendarLabel="Choose the last day"
            value={days.to}
            onChange={(to) =>
              to !== null && onChange({ from: to < days.from ? to : days.from, to })
            }
          />
        </div>
      )}
    </div>
  );
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface ShownProps {
  readonly breakdown: Breakdown;
  readonly sort: BreakdownSort | null;
  readonly onSort: (sort: BreakdownSort) => void;
}

function Shown({ breakdown, sort, onSort }: ShownProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { by, from, to, total, note } = breakdown;
  const columns = columnsOf(total);
  const rows = sortRows(breakdown.rows, sort);
  // Hours and weekdays are few, and all belong together.
  const hasMore = by !== 'hour' && rows.length > few;
  const label = `Sales by ${lower(breakdownNames[by])}, ${daysText(from, to)}`;
  return (
    <>
      {/* A wide table scrolls by itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles['scroll']} tabIndex={0} aria-label={`${label}, table`}>
        <table className={styles['table']}>
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              <SortHead id="name" header={breakdownNames[by]} sort={sort} onSort={onSort} />
              {columns.map(({ id, header }) => (
                <SortHead key={id} id={id} header={header} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {(hasMore && !isWhole ? rows.slice(0, few) : rows).map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {by === 'drink' ? (
                    <Link href={reportHref(from, to, { currentDrink: row.name })}>
                      <bdi>{row.name}</bdi>
                    </Link>
                  ) : (
                    <bdi>{row.name}</bdi>
                  )}
                </th>
                {columns.map(({ id }) => (
                  <td key={id}>{figureText(id, row[id])}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {columns.map(({ id }) => (
                <td key={id}>{id === 'share' ? '' : figureText(id, total[id])}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <div className={styles['foot']}>
        <p>
          {daysText(from, to)}
          {note !== null && ` · ${note}`}
        </p>
        <span className={styles['actions']}>
          {hasMore && (
            <Button size="compact-sm" variant="default" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? `Show ${few}` : `Show all ${rows.length}`}
            </Button>
          )}
          <TableFileButton of="the breakdown" file={fileOfBreakdown({ ...breakdown, rows })} />
        </span>
      </div>
    </>
  );
}

interface SortHeadProps {
  readonly id: BreakdownSort['by'];
  readonly header: string;
  readonly sort: BreakdownSort | null;
  readonly onSort: (sort: BreakdownSort) => void;
}

/** Names begin with the first, figures with the greatest. */
function SortHead({ id, header, sort, onSort }: SortHeadProps) {
  const isSorted = sort?.by === id;
  const isDescending = isSorted ? !sort.isDescending : id !== 'name';
  const Icon = isSorted && !sort.isDescending ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={() => onSort({ by: id, isDescending })}>
        {header}
        <Icon size={14} stroke={1.6} aria-hidden="true" data-on={isSorted || undefined} />
      </button>
    </th>
  );
}
