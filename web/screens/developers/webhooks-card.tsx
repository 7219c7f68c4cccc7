/** The webhooks of an owner. */
import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookMessages } from '../../../rules/webhooks/webhooks.ts';
import type { Venue } from '../../api/venues.ts';
import { deleteWebhook, updateWebhook, type Webhook, webhooksQuery } from '../../api/webhooks.ts';
import { attempt } from '../../components/attempt.ts';
import { agoText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import type { MenuAction } from '../../ui/action-list.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { type DataColumn, DataTable, Names } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { Card, EmptyState } from '../../ui/page.tsx';

const CreateWebhookDialog = lazyDialog(
  'Add a webhook',
  () => import('./create-webhook-dialog.tsx'),
);
const DeliveriesDialog = lazyDialog('Deliveries', () => import('./deliveries-dialog.tsx'));
const SecretDialog = lazyDialog('Replace secret', () => import('./replace-secret-dialog.tsx'));

interface WebhooksCardProps {
  /** The owner a super admin acts for. */
  readonly ownerId: string | null;
  readonly venues: readonly Venue[];
  readonly nowMs: number;
}

type Opened = { readonly what: 'deliveries' | 'secret'; readonly id: string } | 'new' | null;

export function WebhooksCard({ ownerId, venues, nowMs }: WebhooksCardProps) {
  const state = loadState(useQuery(webhooksQuery(ownerId)), { what: 'webhooks' });
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const isOff = state.state === 'data' && !state.data.on;
  const chosen = typeof opened === 'object' && opened ? { ownerId, id: opened.id } : null;
  return (
    <>
      <Loaded of={state}>{() => null}</Loaded>
      {state.state !== 'failed' && (
        <Card
          title="Webhooks"
          flush
          actions={
            <Button variant="default" disabled={isOff} onClick={() => setOpened('new')}>
              Add a webhook
            </Button>
          }
        >
          <DataTable
            label="Webhooks"
            columns={columns({
              venues,
              nowMs,
              actionsOf: (webhook) => actionsFor(ownerId, webhook, setOpened),
            })}
            of={rowsOf(state, ({ webhooks }) => webhooks)}
            rowKey={({ id }) => id}
            skeletonRows={2}
            twoLines
            empty={
              <EmptyState icon={IconWebhook}>
                {isOff ? `${webhookMessages.off}.` : 'Events are sent to no program yet.'}
              </EmptyState>
            }
          />
        </Card>
      )}
      {opened === 'new' && (
        <CreateWebhookDialog ownerId={ownerId} venues={venues} onClose={close} />
      )}
      {chosen && typeof opened === 'object' && opened?.what === 'deliveries' && (
        <DeliveriesDialog webhook={chosen} nowMs={nowMs} onClose={close} />
      )}
      {chosen && typeof opened === 'object' && opened?.what === 'secret' && (
        <SecretDialog webhook={chosen} onClose={close} />
      )}
    </>
  );
}

/** Confirms and carries out the actions of a row. */
function actionsFor(
  ownerId: string | null,
  { id, url, state }: Webhook,
  onOpen: (opened: Opened) => void,
): readonly MenuAction[] {
  const webhook = { ownerId, id };
  const turn = (to: 'on' | 'off') =>
    attempt(`webhook ${id}`, () => updateWebhook(webhook, { state: to }));
  const askDelete = async () => {
    const text = `Delete the webhook to ${url}? Nothing more is sent there, and its deliveries are deleted.`;
    if (await confirm({ text, confirmLabel: 'Delete', danger: true }))
      await attempt(`webhook ${id}`, () => deleteWebhook(webhook));
  };
  return [
    { label: 'Deliveries and test', onSelect: () => onOpen({ what: 'deliveries', id }) },
    { label: 'Replace secret', onSelect: () => onOpen({ what: 'secret', id }) },
    state === 'on'
      ? { label: 'Turn off', onSelect: () => void turn('off') }
      : { label: 'Turn on', onSelect: () => void turn('on') },
    { label: 'Delete', onSelect: () => void askDelete() },
  ];
}

function stateShown({ state, deliveredAt, failingSince }: Webhook, nowMs: number) {
  if (state === 'off') return 'Off';
  if (state === 'failed') return <span className="out">Off: three days without a delivery</span>;
  if (failingSince !== null)
    return <span className="out">Failing, first {agoText(Date.parse(failingSince), nowMs)}</span>;
  return deliveredAt === null
    ? 'Nothing sent yet'
    : `Delivered ${agoText(Date.parse(deliveredAt), nowMs)}`;
}

function columns({
  venues,
  nowMs,
  actionsOf,
}: {
  venues: readonly Venue[];
  nowMs: number;
  actionsOf: (webhook: Webhook) => readonly MenuAction[];
}): DataColumn<Webhook>[] {
  const venuesShown = ({ venueIds }: Webhook) =>
    venueIds === null ? (
      'All venues'
    ) : (
      <Names of={venues.filter(({ id }) => venueIds.includes(id)).map(({ name }) => name)} />
    );
  const state = (webhook: Webhook) => stateShown(webhook, nowMs);
  return [
    {
      id: 'address',
      header: 'Address',
      chars: 30,
      cell: ({ url, events }) => (
        <>
          <div className="break-anywhere">{url}</div>
          <div className="dim text-13">{events.join(', ')}</div>
        </>
      ),
    },
    {
      id: 'venues',
      header: 'Venues',
      width: '20%',
      from: 'medium',
      chars: 12,
      cell: venuesShown,
      folded: venuesShown,
    },
    {
      id: 'state',
      header: 'State',
      width: 190,
      from: 'medium',
      chars: 16,
      cell: state,
      folded: state,
    },
    {
      id: 'actions',
      header: 'Operation',
      width: 110,
      align: 'end',
      chars: 3,
      cell: (webhook) => (
        <ActionMenu
          label={`Actions for ${webhook.url}`}
          about={webhook.url}
          actions={actionsOf(webhook)}
        />
      ),
    },
  ];
}
