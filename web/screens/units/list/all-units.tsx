/** The units of all venues of the owner, by venue. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import {
  type ListFilter,
  listFilters,
  type ListOrder,
  listOrders,
} from '../../../../rules/units/unit-list.ts';
import { type UnitOfVenues, unitsOfVenuesQuery } from '../../../api/unit-health.ts';
import { contactTexts } from '../../../components/contact-text.ts';
import { Refreshed } from '../../../components/context-line.tsx';
import { agoText } from '../../../components/date-text.ts';
import { ListTools } from '../../../components/list-tools.tsx';
import { Loaded } from '../../../components/load-error.tsx';
import { readPage, useListPage } from '../../../components/list-page.ts';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { effectiveOwnerId } from '../../../context/owner-context.ts';
import { paths, type UnitsSearch } from '../../../paths.ts';
import { may } from '../../../session/permissions.ts';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { rowsOf } from '../../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader } from '../../../ui/page.tsx';
import { Pager } from '../../../ui/pager.tsx';
import type { ChosenUnit } from './chosen-units.tsx';
import { Choosable, type Choosing, titleOf } from './unit-columns.tsx';
import styles from '../units-screen.module.css';

const ChosenUnits = lazyPart(() => import('./chosen-units.tsx'));

const pageSize = 50;

const filterLabels: Readonly<Record<ListFilter, string>> = {
  attention: 'Attention',
  maintenance: 'In maintenance',
  offline: contactTexts.offline,
  new: contactTexts.new,
  online: contactTexts.online,
};
const orderLabels: Readonly<Record<ListOrder, string>> = {
  attention: 'Attention first',
  number: 'Number',
  name: 'Name',
  state: 'State',
};
const isFilter = (text: string | undefined): text is ListFilter =>
  listFilters.some((filter) => filter === text);
const isOrder = (text: string | undefined): text is ListOrder =>
  listOrders.some((order) => order === text);

const unitColumns = (nowMs: number, choosing: Choosing): DataColumn<UnitOfVenues>[] => [
  {
    id: 'unit',
    header: 'Unit',
    chars: 14,
    cell: (unit) => (
      <Choosable title={titleOf(unit)} unitId={unit.unitId} choosing={choosing}>
        <Link href={paths.unit(unit.unitNumber, unit.venueId)} className={styles['name']}>
          {titleOf(unit)}
        </Link>
        <span className={styles['state']} data-found={unit.needsAttention} data-state={unit.state}>
          {unit.text}
        </span>
      </Choosable>
    ),
  },
  {
    id: 'contact',
    header: 'Last contact',
    width: 160,
    align: 'end',
    chars: 10,
    from: 'medium',
    cell: ({ lastContactAt }) =>
      lastContactAt === null ? (
        <span className="dim">–</span>
      ) : (
        agoText(Date.parse(lastContactAt), nowMs)
      ),
    folded: () => null,
  },
];

export default function AllUnits({ search }: { readonly search: UnitsSearch }) {
  const navigate = useNavigate();
  const nowMs = useNow();
  const { timezone } = guessedTimezone();
  const page = readPage(search.page?.toString());
  const state = isFilter(search.state) ? search.state : undefined;
  const sort = isOrder(search.sort) ? search.sort : undefined;
  const q = search.q ?? '';
  const list = useListPage(
    unitsOfVenuesQuery({
      ownerId: effectiveOwnerId() ?? undefined,
      timezone,
      ...(q && { search: q }),
      ...(state && { state }),
      ...(sort && { sort }),
      pagination: { current: page, size: pageSize },
    }),
    'units',
  );
  const { data } = list;
  const total = data?.venues.reduce((sum, venue) => sum + venue.units, 0) ?? 0;
  const [chosen, setChosen] = useState<readonly ChosenUnit[] | null>(null);
  const toggle = ({ unitId, venueId }: ChosenUnit) =>
    setChosen(
      (now) =>
        now &&
        (now.some((one) => one.unitId === unitId)
          ? now.filter((one) => one.unitId !== unitId)
          : [...now, { unitId, venueId }]),
    );
  const open = (more: UnitsSearch, replace = true) =>
    void navigate({
      to: '.',
      href: paths.units({ venues: 'all', q: q || undefined, state, sort, ...more }),
      replace,
      resetScroll: !replace,
    });
  const units = data?.units ?? [];
  const tables = data
    ? data.venues
        .map((venue) => ({ ...venue, own: units.filter(({ venueId }) => venueId === venue.id) }))
        .filter(({ own }) => own.length > 0)
    : [];
  const choosing = chosen && new Set(chosen.map(({ unitId }) => unitId));
  const columnsOf = (venueId: string) =>
    unitColumns(
      nowMs,
      choosing && { chosen: choosing, toggle: (unitId) => toggle({ unitId, venueId }) },
    );
  const rows = rowsOf(list.state, () => units);
  return (
    <>
      <PageHeader
        title="Units"
        context={
          <>
            All venues
            {data && (
              <>
                {` · ${counted(total, 'unit')}`}
                <Refreshed ms={Date.parse(data.asOf)} timezone={timezone} problem={null} />
              </>
            )}
          </>
        }
        actions={
          may('units.maintenance') && (
            <Button
              variant="default"
              disabled={total === 0}
              onClick={() => setChosen(chosen ? null : [])}
            >
              {chosen ? 'Done' : 'Choose units'}
            </Button>
          )
        }
      />
      <Loaded of={rows}>{() => null}</Loaded>
      <div className="stack gap-16">
        <Card flush>
          <Filters
            q={q}
            state={state}
            sort={sort}
            onChange={(more) => open({ page: undefined, ...more })}
          />
          {chosen && (
            <Suspense>
              <ChosenUnits shown={units} chosen={chosen} onChoose={setChosen} />
            </Suspense>
          )}
        </Card>
        {tables.length === 0 && list.state.state !== 'failed' && (
          <Card flush>
            <DataTable
              label="Units"
              columns={columnsOf('')}
              of={rows}
              rowKey={({ unitId }) => unitId}
              twoLines
              empty={
                <EmptyState>
                  {q || state ? 'No unit matches.' : 'There are no units yet.'}
                </EmptyState>
              }
            />
          </Card>
        )}
        {tables.map(({ id, name, own, ...counts }) => (
          <Card
            key={id}
            flush
            title={name}
            actions={
              <>
                <span className="dim text-13">
                  {counted(counts.units, 'unit')}
                  {counts.attention > 0 &&
                    ` · ${counts.attention} ${counts.attention === 1 ? 'needs' : 'need'} attention`}
                </span>
                <Link href={paths.units({ venue: id })}>Last 24 hours</Link>
              </>
            }
          >
            <DataTable
              label={`Units of ${name}`}
              columns={columnsOf(id)}
              of={rowsOf(list.state, () => own)}
              rowKey={({ unitId }) => unitId}
              twoLines
              onOpen={(unit) =>
                chosen
                  ? toggle(unit)
                  : void navigate({ to: '.', href: paths.unit(unit.unitNumber, id) })
              }
              empty={null}
            />
          </Card>
        ))}
        {data && (
          <Pager
            of="units"
            page={page}
            size={pageSize}
            total={total}
            onPage={(next) => open({ page: next > 1 ? next : undefined }, false)}
          />
        )}
      </div>
    </>
  );
}

interface FiltersProps {
  readonly q: string;
  readonly state: ListFilter | undefined;
  readonly sort: ListOrder | undefined;
  readonly onChange: (more: UnitsSearch) => void;
}

const Filters = ({ q, state, sort, onChange }: FiltersProps) => (
  <ListTools label="Find a unit" q={q} onSearch={(typed) => onChange({ q: typed || undefined })}>
    <SelectField
      label="State"
      value={state ?? ''}
      data={[
        { value: '', label: 'Any' },
        ...listFilters.map((value) => ({ value, label: filterLabels[value] })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ state: value || undefined })}
    />
    <SelectField
      label="Order"
      value={sort ?? 'attention'}
      data={listOrders.map((value) => ({ value, label: orderLabels[value] }))}
      onChange={({ currentTarget: { value } }) =>
        onChange({ sort: value === 'attention' ? undefined : value })
      }
    />
  </ListTools>
);
