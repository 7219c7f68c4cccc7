import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ownersPageSize, ownersQuery } from '../../api/owners.ts';
import type { Owner } from '../../api/owners.ts';
import { paths } from '../../paths.ts';
import { leaveOwner, useEndedActing } from '../../context/acting.ts';
import { FailedLine } from '../../components/failed-line.tsx';
import { readPage, useListPage } from '../../components/list-page.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { moveFocus } from '../../ui/move-focus.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { actFor, forgetChoice, useChoice } from './act-for.ts';
import { EndedNotice } from './ended-notice.tsx';
import { ownerColumns } from './owner-columns.tsx';
import { OwnerSearch } from './owner-search.tsx';
import { outcomeOf } from './outcome.ts';
import { RecentList } from './recent-list.tsx';
import styles from './owners-screen.module.css';

const ActingDialog = lazyDialog('Act for an owner', () => import('./acting-dialog.tsx'));

const noOwners: readonly Owner[] = [];

const venueOf = ({ foundVenueId, venues }: Owner): string | undefined =>
  foundVenueId ?? venues[0]?.id;

const stops = 'search input, [data-acts] a';

/** Arrow keys move between the search field and the links that act for an owner. */
function moveAmongOwners(event: KeyboardEvent<HTMLElement>): void {
  // Rows of the table and the dialog move by themselves.
  const { target } = event;
  if (target instanceof Element && target.matches(stops)) moveFocus(event, stops);
}

export default function OwnersScreen() {
  // Layout effect, so that the previous owner is never painted.
  useLayoutEffect(leaveOwner, []);
  useEffect(() => forgetChoice, []);
  const choice = useChoice();
  const ended = useEndedActing();
  const navigate = useNavigate();
  const search = useSearch({ from: '/owners' });
  const page = readPage(search.page);
  const q = search.q ?? '';
  const { data, error, refetch, status, footKey } = useListPage(ownersQuery(q, page));
  const owners = useMemo(() => data?.owners ?? noOwners, [data]);
  const first = owners[0];
  const [entered, setEntered] = useState<string | null>(null);
  const open = (href: string, replace: boolean) => void navigate({ to: '.', href, replace });

  // The matches of what was typed before Enter may still be on their way.
  const isEntered = entered !== null && entered === q && status === 'ready' && !error;
  const target = isEntered ? first : undefined;
  useEffect(() => {
    if (!target) return;
    actFor(target, venueOf(target));
  }, [target]);

  return (
    // The keys move between the controls inside, which are interactive themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveAmongOwners}>
      <PageHeader
        title="Owner list"
        context="Choose a venue to act for its owner."
        actions={<Link href={paths.audit()}>Activity log</Link>}
      />
      {ended && <EndedNotice {...ended} />}
      {choice && (
        <ActingDialog
          {...choice}
          onClose={() => {
            setEntered(null);
            forgetChoice();
          }}
        />
      )}
      {error && (
        <div className={styles['error']}>
          <FailedLine error={error} onRetry={refetch} />
        </div>
      )}
      <Card flush>
        <OwnerSearch
          q={q}
          outcome={data && status === 'ready' ? outcomeOf(q, data.pagination.total, first) : null}
          onSearch={(text) => {
            setEntered(null);
            if (text !== q) open(paths.owners(text), true);
          }}
          onEnter={setEntered}
        />
        {q === '' && page === 1 && <RecentList />}
        <DataTable
          label="Owners"
          columns={ownerColumns}
          rows={owners}
          rowKey={({ id }) => id}
          status={status}
          skeletonRows={ownersPageSize}
          twoLines
          empty={
            error || q === '' ? (
              <EmptyState>{error ? 'No owners to show.' : 'There are no owners yet.'}</EmptyState>
            ) : (
              <EmptyState
                action={
                  <Button variant="default" onClick={() => open(paths.owners(), true)}>
                    Show all owners
                  </Button>
                }
              >
                No owner has a name, venue, email or unit number with “{q}”.
              </EmptyState>
            )
          }
        />
        <div key={footKey} className={styles['foot']}>
          <Link href={paths.register(paths.owners())}>Register New Owner</Link>
          {data && (
            <Pager
              of="owners"
              page={page}
              size={ownersPageSize}
              total={data.pagination.total}
              onPage={(next) => open(paths.owners(q, next), false)}
            />
          )}
        </div>
      </Card>
    </div>
  );
}
