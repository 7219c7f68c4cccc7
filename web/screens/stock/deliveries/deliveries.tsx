import { Button } from '@mantine/core';
import { IconCamera, IconFileInvoice, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import { deliveryMessages } from '../../../../rules/stock/deliveries.ts';
import { deliveriesQuery, type Delivery, undoDelivery } from '../../../api/deliveries.ts';
import { attempt } from '../../../components/attempt.ts';
import { VenueName } from '../../../components/context-line.tsx';
import { ListCard } from '../../../components/list-card.tsx';
import { useVenueTimezone } from '../../../context/use-night-rules.ts';
import { useVenues } from '../../../context/use-venues.ts';
import { may } from '../../../session/permissions.ts';
import { confirm } from '../../../ui/confirm.tsx';
import type { DataColumn } from '../../../ui/data-table.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../../ui/page.tsx';
import styles from './invoice.module.css';
import { refillLink, StockTabs } from '../stock-tabs.tsx';

const InvoiceDialog = lazyDialog('Invoice', () => import('./invoice-dialog.tsx'));
const DeliveryDialog = lazyDialog('Delivery', () => import('./delivery-dialog.tsx'));

/** Deliveries to a venue, newest first. */
export default function Deliveries() {
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const timezone = useVenueTimezone(active?.id);
  const [isReceiving, setIsReceiving] = useState(false);
  const [invoiceOf, setInvoiceOf] = useState<string | null>(null);
  const result = useQuery({ ...deliveriesQuery(venueId), enabled: venueId !== '' });
  const state = loadState(result, {
    what: 'deliveries',
    after: [venues],
    isEmpty: (rows) => rows.length === 0,
  });
  const shown = result.data?.find(({ id }) => id === invoiceOf);
  return (
    <>
      <PageHeader
        title="Stock"
        breadcrumb={refillLink()}
        context={<VenueName />}
        actions={
          may('stock.refill') && (
            <Button disabled={!result.data} onClick={() => setIsReceiving(true)}>
              Receive delivery
            </Button>
          )
        }
        tabs={<StockTabs current="deliveries" />}
      />
      <ListCard
        label="Deliveries"
        columns={columnsOf(venueId, timezone, setInvoiceOf)}
        of={state}
        rowKey={({ id }) => id}
        twoLines
        empty={<EmptyState icon={IconTruckDelivery}>{deliveryMessages.none}</EmptyState>}
      />
      {shown && (
        <InvoiceDialog
          venueId={venueId}
          delivery={shown}
          timezone={timezone}
          onClose={() => setInvoiceOf(null)}
        />
      )}
      {isReceiving && (
        <DeliveryDialog
          venueId={venueId}
          timezone={timezone}
          onClose={() => setIsReceiving(false)}
        />
      )}
    </>
  );
}

async function undo(venueId: string, { id, supplier }: Delivery): Promise<void> {
  const text = `Undo the delivery of ${supplier}? Its bottles leave the storeroom, and its costs are withdrawn.`;
  if (await confirm({ text, confirmLabel: 'Undo', danger: true }))
    await attempt(`undo delivery ${id}`, () => undoDelivery(venueId, id));
}

interface InvoiceButtonProps {
  readonly of: Delivery;
  readonly onOpen: (id: string) => void;
}

/** Shows or adds an invoice; nothing for those who may do neither. */
function InvoiceButton({ of: { id, supplier, hasInvoice, undoneAt }, onOpen }: InvoiceButtonProps) {
  const mayOpen = hasInvoice ? may('costs.read') : may('stock.refill') && undoneAt === null;
  if (!mayOpen) return hasInvoice ? 'Invoice added' : null;
  const Icon = hasInvoice ? IconFileInvoice : IconCamera;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={styles['opener']}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => onOpen(id)}
    >
      {hasInvoice ? 'Invoice' : 'Add invoice'}
      <span className="sr-only">{` of the delivery of ${supplier}`}</span>
    </Button>
  );
}

function columnsOf(
  venueId: string,
  timezone: string,
  onInvoice: (id: string) => void,
): DataColumn<Delivery>[] {
  const what: DataColumn<Delivery> = {
    id: 'delivery',
    header: 'Delivery',
    chars: 16,
    cell: ({ supplier, at, storeName, lines }) => (
      <>
        <bdi className="break-anywhere">{supplier}</bdi>{' '}
        <span className="dim">
          {formatInZone(Date.parse(at), timezone)}
          {storeName !== null && ` · ${storeName}`}
        </span>
        <br />
        <span className="dim break-anywhere">
          {lines.map(({ bottles, name }) => `${bottles}\u00A0×\u00A0${name}`).join(' · ')}
        </span>
      </>
    ),
  };
  const by: DataColumn<Delivery> = {
    id: 'by',
    header: 'Received by',
    width: '20%',
    chars: 10,
    from: 'medium',
    cell: ({ by: person }) => person ?? '–',
    folded: () => null,
  };
  const invoiceCell = (row: Delivery) => <InvoiceButton of={row} onOpen={onInvoice} />;
  const invoice: DataColumn<Delivery> = {
    id: 'invoice',
    header: 'Invoice',
    width: 164,
    chars: 8,
    from: 'medium',
    cell: invoiceCell,
    folded: invoiceCell,
  };
  const state: DataColumn<Delivery> = {
    id: 'state',
    header: 'State',
    align: 'end',
    width: 116,
    chars: 8,
    cell: (row) => {
      if (row.undoneAt !== null) return 'Undone';
      if (!may('costs.write')) return 'Received';
      return (
        <Button size="compact-sm" variant="default" onClick={() => void undo(venueId, row)}>
          Undo<span className="sr-only">{` the delivery of ${row.supplier}`}</span>
        </Button>
      );
    },
  };
  return [what, by, invoice, state];
}
