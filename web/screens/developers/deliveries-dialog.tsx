/** The last deliveries of a webhook, and a test. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  replayWebhook,
  testWebhookMutation,
  type WebhookDelivery,
  webhookDeliveriesQuery,
  type WebhookRef,
} from '../../api/webhooks.ts';
import { errorMessage } from '../../api/api-error.ts';
import { attempt } from '../../components/attempt.ts';
import { agoText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/page.tsx';

interface DeliveriesDialogProps {
  readonly webhook: WebhookRef;
  readonly nowMs: number;
  readonly onClose: () => void;
}

type Outcome = Pick<WebhookDelivery, 'status' | 'response' | 'durationMs' | 'error'>;

export default function DeliveriesDialog({ webhook, nowMs, onClose }: DeliveriesDialogProps) {
  const state = loadState(useQuery(webhookDeliveriesQuery(webhook)), { what: 'deliveries' });
  const test = useMutation(testWebhookMutation(webhook));
  return (
    <Dialog title="Deliveries" onClose={onClose}>
      <div className="stack gap-16">
        <output>
          {test.error && <span className="out">{errorMessage(test.error)}</span>}
          {test.data && `Test: ${outcomeShown(test.data)}`}
        </output>
        <Loaded of={state}>{() => null}</Loaded>
        {state.state !== 'failed' && (
          <DataTable
            label="Deliveries"
            columns={columns(
              nowMs,
              ({ id }) => void attempt(`delivery ${id}`, () => replayWebhook(webhook, id)),
            )}
            of={rowsOf(state, ({ deliveries }) => deliveries)}
            rowKey={({ id }) => id}
            skeletonRows={3}
            twoLines
            empty={<EmptyState icon={IconSend}>Nothing was sent in the last 14 days.</EmptyState>}
          />
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function outcomeShown({ status, response, durationMs, error }: Outcome): string {
  const text = (error ?? `${status ?? ''} ${response ?? ''}`.trim()) || 'delivered';
  return durationMs === null ? text : `${text} (${durationMs.toLocaleString('en-US')} ms)`;
}

const stateNames = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const;

function stateShown({ state, attempts, attemptedAt }: WebhookDelivery, nowMs: number): string {
  if (attemptedAt === null) return stateNames[state];
  const ago = agoText(Date.parse(attemptedAt), nowMs);
  if (state === 'delivered') return `Delivered ${ago}`;
  return `${state === 'failed' ? 'Given up' : 'Failed'} ${ago}, attempt ${Math.max(1, attempts)}`;
}

function columns(
  nowMs: number,
  onAgain: (delivery: WebhookDelivery) => void,
): DataColumn<WebhookDelivery>[] {
  return [
    {
      id: 'event',
      header: 'Event',
      chars: 24,
      cell: (delivery) => (
        <>
          <div>{delivery.type}</div>
          {delivery.number !== null && (
            <div className="dim text-13">
              Unit {delivery.unitNumber}, number {delivery.number}
            </div>
          )}
          <div className="dim text-13">{stateShown(delivery, nowMs)}</div>
          {delivery.attemptedAt !== null && (
            <div className="text-13 break-anywhere">{outcomeShown(delivery).slice(0, 300)}</div>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      header: 'Operation',
      width: 145,
      align: 'end',
      chars: 8,
      cell: (delivery) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Send again ${delivery.type} ${delivery.number ?? ''}`.trim()}
          onClick={() => onAgain(delivery)}
        >
          Send again
        </Button>
      ),
    },
  ];
}
