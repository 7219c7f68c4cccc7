import { Button } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupBy } from '../../../../lib/lists.ts';
import { stockOrderMessages } from '../../../../rules/stock/stock-orders.ts';
import { orderListQuery, type ToOrder } from '../../../api/stock-orders.ts';
import { VenueName } from '../../../components/context-line.tsx';
import { ListCard } from '../../../components/list-card.tsx';
import { Loaded } from '../../../components/load-error.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { useVenues } from '../../../context/use-venues.ts';
import { may } from '../../../session/permissions.ts';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { loaded, loadState, rowsOf } from '../../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader } from '../../../ui/page.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { refillLink, StockTabs } from '../stock-tabs.tsx';
import { MadeOrders } from './made-orders.tsx';

const OrderDialog = lazyDialog('Order', () => import('./order-dialog.tsx'));
const SupplyDialog = lazyDialog('Par', () => import('./supply-dialog.tsx'));

const choices = { order: 'To order', all: 'All ingredients' } as const;

/** Ingredients that a venue is to order, by supplier, and its orders. */
export default function Orders() {
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const [shown, setShown] = useState<keyof typeof choices>('order');
  const [ordering, setOrdering] = useState<readonly ToOrder[]>();
  const [changing, setChanging] = useState<ToOrder>();
  const result = useQuery({
    ...orderListQuery(venueId, guessedTimezone().timezone),
    enabled: venueId !== '',
  });
  const state = rowsOf(loadState(result, { what: 'order list', after: [venues] }), (rows) =>
    rows.filter(({ toOrder }) => shown === 'all' || toOrder > 0),
  );
  const hasPar = result.data?.some(({ par }) => par !== null) ?? false;
  const columns = columnsOf(setChanging);
  const table = { label: 'To order', columns, rowKey, twoLines: true };
  return (
    <>
      <PageHeader
        title="Stock"
        breadcrumb={refillLink()}
        context={<VenueName />}
        tabs={<StockTabs current="orders" />}
      />
      <div className="stack gap-18">
        <div className="flex">
          <SegmentedChoice label="Show" options={choices} value={shown} onChange={setShown} />
        </div>
        {state.state === 'data' ? (
          <>
            <Loaded of={state}>{() => null}</Loaded>
            {[...groupBy(state.data, ({ supplierId }) => supplierId ?? '')].map(([id, rows]) => (
              <Card
                key={id}
                flush
                title={rows[0]?.supplier ?? 'No supplier'}
                actions={
                  id !== '' &&
                  may('costs.write') &&
                  rows.some(({ toOrder }) => toOrder > 0) && (
                    <Button onClick={() => setOrdering(rows)}>
                      Order<span className="sr-only">{` from ${rows[0]?.supplier}`}</span>
                    </Button>
                  )
                }
              >
                <DataTable
                  {...table}
                  label={rows[0]?.supplier ?? 'No supplier'}
                  of={loaded(rows)}
                  empty={null}
                />
              </Card>
            ))}
          </>
        ) : (
          <ListCard
            {...table}
            of={state}
            empty={
              <EmptyState
                icon={IconShoppingCart}
                action={
                  shown === 'order' &&
                  !hasPar &&
                  may('costs.write') && <Button onClick={() => setShown('all')}>Set pars</Button>
                }
              >
                {shown === 'all'
                  ? 'The venue has no ingredients yet.'
                  : hasPar
                    ? stockOrderMessages.nothingToOrder
                    : stockOrderMessages.noPar}
              </EmptyState>
            }
          />
        )}
        <MadeOrders venueId={venueId} venues={venues} />
      </div>
      {ordering && (
        <OrderDialog
          venueId={venueId}
          lines={ordering.filter(({ toOrder }) => toOrder > 0)}
          onClose={() => setOrdering(undefined)}
        />
      )}
      {changing && (
        <SupplyDialog
          venueId={venueId}
          ingredient={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

const rowKey = ({ ingredientId }: ToOrder): string => ingredientId;

const onHandText = ({ onHand, ordered, levelKnown }: ToOrder): string =>
  `${levelKnown ? `${onHand} on hand` : 'Level not known'}${ordered > 0 ? ` · ${ordered} ordered` : ''}`;

function columnsOf(onChange: (row: ToOrder) => void): DataColumn<ToOrder>[] {
  return [
    {
      id: 'ingredient',
      header: 'Ingredient',
      chars: 14,
      cell: (row) => (
        <>
          <bdi className="break-anywhere">{row.name}</bdi>
          <br />
          <span className="dim">{onHandText(row)}</span>
        </>
      ),
    },
    {
      id: 'par',
      header: 'Par',
      align: 'end',
      width: 96,
      chars: 6,
      cell: (row) => (
        <>
          {may('costs.write') ? (
            <Button size="compact-sm" variant="default" onClick={() => onChange(row)}>
              {row.par ?? 'Set'}
              <span className="sr-only">{` par of ${row.name}`}</span>
            </Button>
          ) : (
            (row.par ?? '–')
          )}
          {row.set.par === null && row.par !== null && (
            <>
              <br />
              <span className="dim">Proposed</span>
            </>
          )}
        </>
      ),
    },
    {
      id: 'order',
      header: 'To order',
      align: 'end',
      width: 110,
      chars: 8,
      cell: ({ toOrder, par }) => (par === null ? '–' : toOrder),
    },
  ];
}
