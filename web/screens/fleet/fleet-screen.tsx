/** Units of all owners, those with the most dollars at risk first, and how often groups of them fail. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import {
  type FleetSort,
  fleetSorts,
  type FleetState,
  fleetStateLabels,
  fleetStates,
} from '../../../rules/fleet/fleet.ts';
import { fleetQuery, type FleetUnit } from '../../api/fleet.ts';
import { agoText } from '../../components/date-text.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { type FleetSearch, paths } from '../../paths.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { lazyDialog, lazyPart } from '../../ui/lazy-dialog.tsx';
import { rowsOf } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { PageBar } from '../../ui/pager.tsx';
import { useSlash } from '../../ui/screen-keys.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { fleetColumns } from './fleet-columns.tsx';
import styles from './fleet-screen.module.css';

const ActAsDialog = lazyDialog('Act for an owner', () => import('./act-as-dialog.tsx'));
const TicketDialog = lazyDialog('Open a ticket', () => import('./ticket-dialog.tsx'));
const Cohorts = lazyPart(() => import('./cohorts.tsx'));
const Tickets = lazyPart(() => import('./tickets.tsx'));

const tabs = { units: 'Units', tickets: 'Tickets', cohorts: 'Cohorts' } as const;
const isTab = (text: string | undefined): text is keyof typeof tabs =>
  text !== undefined && Object.hasOwn(tabs, text);

export default function FleetScreen() {
  const search = useSearch({ from: '/fleet' });
  const navigate = useNavigate();
  const tab = isTab(search.tab) ? search.tab : 'units';
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
                href: paths.fleet(next === 'units' ? {} : { tab: next }),
                replace: true,
              })
            }
          />
        }
      />
      <Suspense>
        {tab === 'units' && <FleetUnits search={search} />}
        {tab === 'tickets' && <Tickets search={search} />}
        {tab === 'cohorts' && <Cohorts by={search.by} />}
      </Suspense>
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
  const [troubled, setTroubled] = useState<FleetUnit | null>(null);
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
  const columns = useMemo(() => fleetColumns(nowMs, setActing, setTroubled), [nowMs]);
  const isNarrowed = Boolean(q || state || software || owner);
  return (
    <>
      {troubled && <TicketDialog unit={troubled} onClose={() => setTroubled(null)} />}
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
