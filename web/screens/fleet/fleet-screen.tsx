/** Units of all owners, those with the most dollars at risk first, and how often groups of them fail. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { decimalPercent } from '../../../lib/decimal-percent.ts';
import { formatMoney } from '../../../lib/money.ts';
import {
  type FleetSort,
  fleetSorts,
  type FleetState,
  fleetStateLabels,
  fleetStates,
} from '../../../rules/fleet/fleet.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { fleetQuery, type FleetUnit } from '../../api/fleet.ts';
import { agoText } from '../../components/date-text.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { type FleetSearch, paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { lazyDialog, lazyPart } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { rowsOf } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { PageBar } from '../../ui/pager.tsx';
import { useSlash } from '../../ui/screen-keys.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import styles from './fleet-screen.module.css';

const ActAsDialog = lazyDialog('Act for an owner', () => import('./act-as-dialog.tsx'));
const Cohorts = lazyPart(() => import('./cohorts.tsx'));

const tabs = { units: 'Units', cohorts: 'Cohorts' } as const;

export default function FleetScreen() {
  const search = useSearch({ from: '/fleet' });
  const navigate = useNavigate();
  const tab = search.tab === 'cohorts' ? 'cohorts' : 'units';
  return (
    <>
      <PageHeader
        title="Fleet"
        context="Units of all owners"
        actions={
          <SegmentedChoice
            label="Shown"
            options={tabs}
            value={tab}
            onChange={(next) =>
              void navigate({
                to: '.',
                href: paths.fleet(next === 'cohorts' ? { tab: next } : {}),
                replace: true,
              })
            }
          />
        }
      />
      {tab === 'cohorts' ? (
        <Suspense>
          <Cohorts by={search.by} />
        </Suspense>
      ) : (
        <FleetUnits search={search} />
      )}
    </>
  );
}

const sortLabels: Readonly<Record<FleetSort, string>> = {
  atRisk: 'Dollars at risk',
  expected: 'Expected sales',
  failureRate: 'Failure rate',
  refused: 'Refused sales',
  place: 'Owner and venue',
};

const isState = (text: string | undefined): text is FleetState =>
  fleetStates.some((state) => state === text);
const isSort = (text: string | undefined): text is FleetSort =>
  fleetSorts.some((sort) => sort === text);

function FleetUnits({ search }: { readonly search: FleetSearch }) {
  const navigate = useNavigate();
  const nowMs = useNow();
  const [acting, setActing] = useState<FleetUnit | null>(null);
  const { q, software, owner, after } = search;
  const state = isState(search.state) ? search.state : undefined;
  const sort = isSort(search.sort) ? search.sort : 'atRisk';
  const list = useListPage(
    fleetQuery({
      sort,
      ...(state && { state }),
      ...(software && { software }),
      ...(owner && { owner }),
      ...(q && { search: q }),
      ...(after && { cursor: after }),
    }),
    'units',
  );
  const { data } = list;
  const open = (more: FleetSearch, replace = true) =>
    void navigate({
      to: '.',
      href: paths.fleet({ q, state, software, owner, sort: search.sort, ...more }),
      replace,
    });
  const columns = useMemo(() => fleetColumns(nowMs, setActing), [nowMs]);
  const isNarrowed = Boolean(q || state || software || owner);
  return (
    <>
      {acting && <ActAsDialog unit={acting} onClose={() => setActing(null)} />}
      <ListCard
        head={
          <Filters
            key={[q, software].join(' ')}
            search={{ q, software }}
            state={state}
            sort={sort}
            onChange={(more) => open({ ...more, after: undefined })}
          />
        }
        label="Units of all owners"
        columns={columns}
        of={rowsOf(list.state, ({ units }) => units)}
        rowKey={({ unitId }) => unitId}
        twoLines
        onOpen={setActing}
        empty={
          <EmptyState
            action={
              isNarrowed && (
                <Button
                  variant="default"
                  onClick={() => void navigate({ to: '.', href: paths.fleet() })}
                >
                  Show all units
                </Button>
              )
            }
          >
            {isNarrowed ? 'No unit matches these filters.' : 'No figures have been made yet.'}
          </EmptyState>
        }
        foot={
          data && (
            <>
              <span className="dim text-13">{footText(data, nowMs)}</span>
              <PageBar
                label="table pager"
                text={after === undefined ? 'First units' : 'Further units'}
                steps={[
                  {
                    to: 'first',
                    name: 'First units',
                    disabled: after === undefined,
                    onPress: () => open({ after: undefined }, false),
                  },
                  {
                    to: 'next',
                    name: 'Next units',
                    disabled: data.next === null,
                    onPress: () => open({ after: data.next ?? undefined }, false),
                  },
                ]}
              />
            </>
          )
        }
      />
    </>
  );
}

/** `1,204 units, $12,300.00 an hour at risk. Figures made 2 min ago`. */
function footText(
  {
    total,
    figures,
  }: {
    readonly total: { readonly units: number; readonly atRiskPerHour: number };
    readonly figures: { readonly oldest: string; readonly newest: string } | null;
  },
  nowMs: number,
): string {
  const units = total.units === 1 ? '1 unit' : `${total.units.toLocaleString('en-US')} units`;
  const text = `${units}, ${formatMoney(total.atRiskPerHour)} an hour at risk`;
  if (!figures) return text;
  const [oldest, newest] = [figures.oldest, figures.newest].map((at) =>
    agoText(Date.parse(at), nowMs),
  );
  return `${text}. Figures made ${oldest === newest ? newest : `${newest} to ${oldest}`}`;
}

interface FiltersProps {
  readonly search: Pick<FleetSearch, 'q' | 'software'>;
  readonly state: FleetState | undefined;
  readonly sort: FleetSort;
  readonly onChange: (search: FleetSearch) => void;
}

function Filters({ search, state, sort, onChange }: FiltersProps) {
  const field = useSlash();
  return (
    <search>
      <form
        className={styles['filters']}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const typed = (name: string) => {
            const value = data.get(name);
            return typeof value === 'string' ? value.trim() || undefined : undefined;
          };
          onChange({ q: typed('q'), software: typed('software') });
        }}
      >
        <TextField
          ref={field}
          label="Search"
          name="q"
          placeholder="Owner, venue or unit"
          maxLength={100}
          autoComplete="off"
          defaultValue={search.q ?? ''}
        />
        <TextField
          label="Software"
          name="software"
          placeholder="Any version"
          maxLength={60}
          autoComplete="off"
          defaultValue={search.software ?? ''}
        />
        <SelectField
          label="State"
          value={state ?? ''}
          data={[
            { value: '', label: 'Any' },
            ...fleetStates.map((value) => ({ value, label: fleetStateLabels[value] })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ state: value || undefined })}
        />
        <SelectField
          label="Order"
          value={sort}
          data={fleetSorts.map((value) => ({ value, label: sortLabels[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sort: value === 'atRisk' ? undefined : value })
          }
        />
        <Button type="submit" variant="default" className={styles['go']}>
          Search
        </Button>
      </form>
    </search>
  );
}

/** `2.4% (5 of 210)`, and the position that fails most. */
function failureText({ failureRate, failed, glasses, worstPosition }: FleetUnit): string {
  if (failureRate === null) return 'No glasses';
  const rate = `${decimalPercent(failureRate)} (${failed} of ${glasses.toLocaleString('en-US')})`;
  return worstPosition === null ? rate : `${rate}, position ${worstPosition}`;
}

const fleetColumns = (
  nowMs: number,
  act: (unit: FleetUnit) => void,
): readonly DataColumn<FleetUnit>[] => [
  {
    id: 'unit',
    header: 'Unit',
    chars: 20,
    cell: ({ unitNumber, unitName, venue, owner, timezone }) => (
      <>
        <span className={styles['name']}>
          <bdi>{unitTitle({ unitNumber, name: unitName })}</bdi>
        </span>
        <span className={styles['place']}>
          <bdi>{venue.name}</bdi>,{' '}
          <Link href={paths.fleet({ owner: owner.id })}>
            <bdi>{owner.name}</bdi>
          </Link>
          , {timeThereText(nowMs, timezone)}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 140,
    chars: 12,
    from: 'medium',
    cell: (unit) => (
      <>
        <span className={styles['name']} data-bad={isBad(unit.state) || undefined}>
          {fleetStateLabels[unit.state]}
        </span>
        <span className={styles['place']}>{contactText(unit, nowMs)}</span>
      </>
    ),
    folded: (unit) => `${fleetStateLabels[unit.state]}, ${contactText(unit, nowMs)}`,
  },
  {
    id: 'software',
    header: 'Software',
    width: 100,
    chars: 8,
    from: 'wide',
    cell: ({ software }) => software || '–',
    folded: ({ software }) => software || null,
  },
  {
    id: 'failures',
    header: 'Failed glasses',
    width: 150,
    chars: 12,
    from: 'wide',
    cell: failureText,
    folded: (unit) => (unit.failureRate === null ? null : `${failureText(unit)} failed`),
  },
  {
    id: 'refused',
    header: 'Refused',
    width: 76,
    align: 'end',
    chars: 4,
    from: 'wide',
    cell: ({ refused }) => refused.toLocaleString('en-US'),
    folded: ({ refused }) => (refused === 0 ? null : `${refused} refused`),
  },
  {
    id: 'expected',
    header: 'Expected an hour',
    width: 110,
    align: 'end',
    chars: 7,
    from: 'medium',
    cell: ({ expectedPerHour }) => formatMoney(expectedPerHour),
    folded: ({ expectedPerHour }) => `${formatMoney(expectedPerHour)} expected an hour`,
  },
  {
    id: 'risk',
    header: 'At risk an hour',
    width: 100,
    align: 'end',
    chars: 7,
    cell: ({ atRiskPerHour }) => formatMoney(atRiskPerHour),
  },
  {
    id: 'action',
    header: 'Action',
    width: 108,
    align: 'end',
    chars: 6,
    cell: (unit) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Act for ${unit.owner.name}, unit ${unit.unitNumber}`}
        onClick={() => act(unit)}
      >
        Act for
      </Button>
    ),
  },
];

const isBad = (state: FleetState): boolean =>
  state === 'offline' || state === 'silent' || state === 'failing';

const contactText = ({ lastContactAt }: FleetUnit, nowMs: number): string =>
  lastContactAt === null ? 'no contact' : `contact ${agoText(Date.parse(lastContactAt), nowMs)}`;
