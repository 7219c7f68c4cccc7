import { Button } from '@mantine/core';
import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bottlesText, storeHoldsText } from '../../../rules/stock/stock-count.ts';
import { deleteStore, type Stock, stockQuery, type Store } from '../../api/stock-counts.ts';
import { attempt } from '../../components/attempt.ts';
import { VenueName } from '../../components/context-line.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { may } from '../../session/permissions.ts';
import { confirm } from '../../ui/confirm.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.tsx';
import { refillLink, StockTabs } from './stock-tabs.tsx';
import styles from './stock-screen.module.css';

const StoreDialog = lazyDialog('Storeroom', () => import('./store-dialog.tsx'));

interface StoreRow extends Store {
  /** Of more than 0 ml each. */
  readonly held: readonly {
    readonly name: string;
    readonly ml: number;
    readonly bottleMl: number;
  }[];
}

/** Storerooms of a venue, by name, with what they hold. */
export default function Stores() {
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const [changing, setChanging] = useState<Store | 'new'>();
  const result = useQuery({
    ...stockQuery(venueId, guessedTimezone().timezone),
    enabled: venueId !== '',
  });
  const state = rowsOf(loadState(result, { what: 'storerooms', after: [venues] }), rowsIn);
  return (
    <>
      <PageHeader
        title="Stock"
        breadcrumb={refillLink()}
        context={<VenueName />}
        tabs={<StockTabs current="storerooms" />}
        actions={
          may('ingredients.write') && (
            <Button disabled={!result.data} onClick={() => setChanging('new')}>
              Add storeroom
            </Button>
          )
        }
      />
      <ListCard
        label="Storerooms"
        columns={columnsOf(venueId, setChanging)}
        of={state}
        rowKey={({ id }) => id}
        twoLines
        empty={
          <EmptyState icon={IconBuildingWarehouse}>
            There are no storerooms yet. Deliveries go into one, and it is counted with the units.
          </EmptyState>
        }
      />
      {changing && (
        <StoreDialog
          venueId={venueId}
          store={changing === 'new' ? null : changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

const rowsIn = ({ stores, ingredients }: Stock): StoreRow[] =>
  stores.map((store) => ({
    ...store,
    held: ingredients.flatMap(({ name, bottleMl, places }) =>
      places
        .filter(({ storeId, ml }) => storeId === store.id && ml > 0)
        .map(({ ml }) => ({ name, ml, bottleMl })),
    ),
  }));

async function remove(venueId: string, { id, name, held }: StoreRow): Promise<void> {
  const about = `remove storeroom ${id}`;
  if (held.length > 0) return notify(storeHoldsText(name, held), 'error', about);
  const isSure = await confirm({
    text: `Remove the storeroom ${name}?`,
    details: ['Its deliveries and counts stay, with its name.'],
    confirmLabel: 'Remove storeroom',
    danger: true,
  });
  if (isSure) await attempt(about, () => deleteStore(venueId, id));
}

function columnsOf(venueId: string, onChange: (store: Store) => void): DataColumn<StoreRow>[] {
  return [
    {
      id: 'storeroom',
      header: 'Storeroom',
      chars: 16,
      cell: (row) => (
        <>
          <bdi className="break-anywhere">{row.name}</bdi>
          <br />
          <span className="dim break-anywhere">
            {row.held
              .map(({ name, ml, bottleMl }) => `${name}: ${bottlesText(ml, bottleMl)}`)
              .join(' · ') || 'Empty'}
          </span>
          {may('ingredients.write') && (
            <div className={styles['actions']}>
              <Button size="compact-sm" variant="default" onClick={() => onChange(row)}>
                Rename<span className="sr-only">{` ${row.name}`}</span>
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void remove(venueId, row)}>
                Remove<span className="sr-only">{` ${row.name}`}</span>
              </Button>
            </div>
          )}
        </>
      ),
    },
  ];
}
