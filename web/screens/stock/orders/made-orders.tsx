import { Button } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import { orderFileName, stockOrderMessages } from '../../../../rules/stock/stock-orders.ts';
import {
  cancelStockOrder,
  fetchStockOrderCsv,
  type StockOrder,
  stockOrdersQuery,
} from '../../../api/stock-orders.ts';
import { attempt } from '../../../components/attempt.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { useDownload } from '../../../components/use-download.ts';
import { useVenueTimezone } from '../../../context/use-night-rules.ts';
import type { useVenues } from '../../../context/use-venues.ts';
import { may } from '../../../session/permissions.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { Card, EmptyState, ErrorLine } from '../../../ui/page.tsx';
import styles from '../stock-screen.module.css';

const ReceiveDialog = lazyDialog('Receive order', () => import('./receive-dialog.tsx'));

const stateTexts = { ordered: 'Ordered', received: 'Received', cancelled: 'Cancelled' } as const;

interface MadeOrdersProps {
  readonly venueId: string;
  readonly venues: ReturnType<typeof useVenues>['state'];
}

/** Orders of a venue, newest first. */
export function MadeOrders({ venueId, venues }: MadeOrdersProps) {
  const timezone = useVenueTimezone(venueId);
  const [receiving, setReceiving] = useState<StockOrder>();
  const { start, failure } = useDownload();
  const result = useQuery({ ...stockOrdersQuery(venueId), enabled: venueId !== '' });
  const state = loadState(result, { what: 'orders', after: [venues] });
  const download = ({ id, orderedAt }: StockOrder) =>
    start(async (signal) => ({
      fileName: orderFileName(Date.parse(orderedAt), timezone),
      file: await fetchStockOrderCsv(venueId, id, signal),
    }));
  const cancel = async ({ id, supplier, mailedTo }: StockOrder) => {
    const isSure = await confirm({
      text: `Cancel the order at ${supplier}?`,
      details: [
        'What has not come no longer counts as ordered.',
        ...(mailedTo === null ? [] : ['The supplier gets no mail about it.']),
      ],
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep order',
      danger: true,
    });
    if (isSure) await attempt(`cancel order ${id}`, () => cancelStockOrder(venueId, id));
  };
  return (
    <Card flush title="Orders">
      <Loaded of={state}>{() => null}</Loaded>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      {state.state !== 'failed' && (
        <DataTable
          label="Orders"
          columns={columnsOf(timezone, { onReceive: setReceiving, download, cancel })}
          of={state}
          rowKey={({ id }) => id}
          skeletonRows={3}
          twoLines
          empty={
            <EmptyState icon={IconTruckDelivery}>{stockOrderMessages.nothingOrdered}</EmptyState>
          }
        />
      )}
      {receiving && (
        <ReceiveDialog
          venueId={venueId}
          order={receiving}
          onClose={() => setReceiving(undefined)}
        />
      )}
    </Card>
  );
}

interface Actions {
  readonly onReceive: (order: StockOrder) => void;
  readonly download: (order: StockOrder) => void;
  readonly cancel: (order: StockOrder) => Promise<void>;
}

const lineText = ({ name, bottles, received }: StockOrder['lines'][number]): string =>
  received === 0 ? `${bottles} × ${name}` : `${received} of ${bottles} × ${name}`;

function columnsOf(
  timezone: string,
  { onReceive, download, cancel }: Actions,
): DataColumn<StockOrder>[] {
  return [
    {
      id: 'order',
      header: 'Order',
      chars: 16,
      cell: (row) => (
        <>
          <bdi className="break-anywhere">{row.supplier}</bdi>{' '}
          <span className="dim">
            {formatInZone(Date.parse(row.orderedAt), timezone)}
            {row.by !== null && ` · ${row.by}`}
          </span>
          <br />
          <span className="dim break-anywhere">{row.lines.map(lineText).join(' · ')}</span>
          <div className={styles['actions']}>
            {row.state === 'ordered' && may('stock.refill') && (
              <Button size="compact-sm" variant="default" onClick={() => onReceive(row)}>
                Receive<span className="sr-only">{` the order at ${row.supplier}`}</span>
              </Button>
            )}
            {may('costs.write') && (
              <Button size="compact-sm" variant="default" onClick={() => download(row)}>
                CSV<span className="sr-only">{` of the order at ${row.supplier}`}</span>
              </Button>
            )}
            {row.state === 'ordered' && may('costs.write') && (
              <Button size="compact-sm" variant="default" onClick={() => void cancel(row)}>
                Cancel<span className="sr-only">{` the order at ${row.supplier}`}</span>
              </Button>
            )}
          </div>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      align: 'end',
      width: 116,
      chars: 9,
      cell: ({ state, mailedTo }) => (
        <>
          {stateTexts[state]}
          {mailedTo !== null && (
            <>
              <br />
              <span className="dim">By mail</span>
            </>
          )}
        </>
      ),
    },
  ];
}
