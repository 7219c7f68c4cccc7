import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AccessToken, revokeToken, tokensQuery } from '../../api/tokens.ts';
import type { Venue } from '../../api/venues.ts';
import { webhooksQuery } from '../../api/webhooks.ts';
import { attempt } from '../../components/attempt.ts';
import { agoText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { useOwnerContext } from '../../context/owner-context.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type DataColumn, DataTable, Names } from '../../ui/data-table.tsx';
import { useNow } from '../../ui/hooks.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const CreateTokenDialog = lazyDialog('Make a token', () => import('./create-token-dialog.tsx'));

async function askRevoke(ownerId: string | null, { id, name }: AccessToken): Promise<void> {
  const yes = await confirm({
    text: `Revoke the token of ${name}? The program that uses it is refused at once.`,
    confirmLabel: 'Revoke',
    danger: true,
  });
  if (yes) await attempt(`token ${id}`, () => revokeToken(ownerId, id));
}

export default function DevelopersScreen() {
  const { owner } = useOwnerContext();
  const ownerId = owner?.id ?? null;
  const { venues } = useVenues();
  const nowMs = useNow();
  const state = loadState(useQuery(tokensQuery(ownerId)), { what: 'tokens' });
  // Asked for at the same time.
  usePrefetchQuery(webhooksQuery(ownerId));
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHeader
        title="Developers"
        breadcrumb={<Link href={paths.people}>People</Link>}
        context="A program uses a token in place of a password, and gets events by a webhook."
        actions={
          <>
            <Button component="a" href="/api/docs" variant="default">
              API reference
            </Button>
            <Button onClick={() => setMaking(true)}>Make a token</Button>
          </>
        }
      />
      <Loaded of={state}>{() => null}</Loaded>
      <div className="stack gap-16">
        {state.state !== 'failed' && (
          <Card title="Access tokens" flush>
            <DataTable
              label="Access tokens"
              columns={columns(venues, nowMs, (token) => void askRevoke(ownerId, token))}
              of={rowsOf(state, (tokens) => tokens)}
              rowKey={({ id }) => id}
              skeletonRows={2}
              twoLines
              empty={<EmptyState icon={IconKey}>No program has a token yet.</EmptyState>}
            />
          </Card>
        )}
        {/* Below a card of its final height. */}
        {state.state !== 'pending' && (
          <WebhooksCard ownerId={ownerId} venues={venues} nowMs={nowMs} />
        )}
      </div>
      {isMaking && (
        <CreateTokenDialog ownerId={ownerId} venues={venues} onClose={() => setMaking(false)} />
      )}
    </>
  );
}

function venuesShown({ venueIds }: AccessToken, venues: readonly Venue[]) {
  if (venueIds === null) return 'All venues';
  return <Names of={venues.filter(({ id }) => venueIds.includes(id)).map(({ name }) => name)} />;
}

const dayMs = 24 * 60 * 60 * 1000;

function endShown({ expiresAt }: AccessToken, nowMs: number): string {
  const days = Math.max(1, Math.round((Date.parse(expiresAt) - nowMs) / dayMs));
  return days === 1 ? 'In one day' : `In ${days} days`;
}

function columns(
  venues: readonly Venue[],
  nowMs: number,
  onRevoke: (token: AccessToken) => void,
): DataColumn<AccessToken>[] {
  const used = ({ lastUsedAt }: AccessToken) =>
    lastUsedAt === null ? 'Never used' : agoText(Date.parse(lastUsedAt), nowMs);
  return [
    {
      id: 'name',
      header: 'Name',
      chars: 18,
      cell: ({ name, scopes }) => (
        <>
          <div className="break-anywhere">{name}</div>
          <div className="dim text-13">{scopes.join(', ')}</div>
        </>
      ),
    },
    {
      id: 'venues',
      header: 'Venues',
      width: '26%',
      from: 'medium',
      chars: 12,
      cell: (token) => venuesShown(token, venues),
      folded: (token) => venuesShown(token, venues),
    },
    {
      id: 'used',
      header: 'Last used',
      width: 150,
      from: 'medium',
      chars: 12,
      cell: used,
      folded: used,
    },
    {
      id: 'end',
      header: 'Expires',
      width: 120,
      from: 'medium',
      chars: 10,
      cell: (token) => endShown(token, nowMs),
      folded: (token) => `Expires ${endShown(token, nowMs).toLowerCase()}`,
    },
    {
      id: 'actions',
      header: 'Operation',
      width: 110,
      align: 'end',
      chars: 6,
      cell: (token) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Revoke ${token.name}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      ),
    },
  ];
}
