import { Button } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteSupplier, type Supplier, suppliersQuery } from '../../../api/deliveries.ts';
import { attempt } from '../../../components/attempt.ts';
import { VenueName } from '../../../components/context-line.tsx';
import { ListCard } from '../../../components/list-card.tsx';
import { useVenues } from '../../../context/use-venues.ts';
import { may } from '../../../session/permissions.ts';
import { confirm } from '../../../ui/confirm.tsx';
import type { DataColumn } from '../../../ui/data-table.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import { refillLink, StockTabs } from '../stock-tabs.tsx';
import styles from '../stock-screen.module.css';

const SupplierDialog = lazyDialog('Supplier', () => import('./supplier-dialog.tsx'));

/** Suppliers of the owner, by name. */
export default function Suppliers() {
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const [changing, setChanging] = useState<Supplier | 'new'>();
  const result = useQuery({ ...suppliersQuery(venueId), enabled: venueId !== '' });
  const state = loadState(result, { what: 'suppliers', after: [venues] });
  return (
    <>
      <PageHeader
        title="Stock"
        breadcrumb={refillLink()}
        context={<VenueName />}
        tabs={<StockTabs current="suppliers" />}
        actions={
          may('costs.write') && (
            <Button disabled={!result.data} onClick={() => setChanging('new')}>
              Add supplier
            </Button>
          )
        }
      />
      <ListCard
        label="Suppliers"
        columns={columnsOf(venueId, setChanging)}
        of={state}
        rowKey={({ id }) => id}
        twoLines
        empty={<EmptyState icon={IconTruckDelivery}>There are no suppliers yet.</EmptyState>}
      />
      {changing && (
        <SupplierDialog
          venueId={venueId}
          supplier={changing === 'new' ? null : changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

const deliversText = ({ deliveryDays, leadDays }: Supplier): string =>
  [
    ...(deliveryDays === null
      ? []
      : [deliveryDays === 1 ? 'Every day' : `Every ${days(deliveryDays)}`]),
    ...(leadDays === 0 ? [] : [`${days(leadDays)} after the order`]),
  ].join(', ');

async function remove(venueId: string, { id, name }: Supplier): Promise<void> {
  const isSure = await confirm({
    text: `Delete the supplier ${name}?`,
    details: ['It is deleted for all venues. Orders, deliveries and costs keep its name.'],
    confirmLabel: 'Delete supplier',
    danger: true,
  });
  if (isSure) await attempt(`delete supplier ${id}`, () => deleteSupplier(venueId, id));
}

function columnsOf(
  venueId: string,
  onChange: (supplier: Supplier) => void,
): DataColumn<Supplier>[] {
  return [
    {
      id: 'supplier',
      header: 'Supplier',
      chars: 16,
      cell: (row) => (
        <>
          <bdi className="break-anywhere">{row.name}</bdi>
          <br />
          <span className="dim break-anywhere">{row.email || 'No address for orders'}</span>
          {may('costs.write') && (
            <div className={styles['actions']}>
              <Button size="compact-sm" variant="default" onClick={() => onChange(row)}>
                Edit<span className="sr-only">{` ${row.name}`}</span>
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void remove(venueId, row)}>
                Delete<span className="sr-only">{` ${row.name}`}</span>
              </Button>
            </div>
          )}
        </>
      ),
    },
    {
      id: 'delivers',
      header: 'Delivers',
      width: '40%',
      chars: 16,
      from: 'medium',
      cell: (row) => deliversText(row) || '–',
      folded: (row) => deliversText(row) || null,
    },
  ];
}
