import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useMemo } from 'react';
import { ownersPageSize, ownersQuery } from '../../api/owners.ts';
import type { Owner } from '../../api/owners.ts';
import { paths } from '../../paths.ts';
import { chooseOwner, resetOwner, selectVenue } from '../../context/owner-context.ts';
import { FailedLine } from '../../components/failed-line.tsx';
import { readPage, useListPage } from '../../components/list-page.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { DataColumn } from '../../ui/data-column.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import styles from './owners-screen.module.css';

/** Choosing an owner activates the first venue; the link that was pressed then activates its own venue. */
function actFor(owner: Owner, venueId: string) {
  chooseOwner(owner);
  selectVenue(venueId);
}

const columns: readonly DataColumn<Owner>[] = [
  {
    id: 'name',
    header: 'Name',
    chars: 18,
    cell: ({ name, email }) => (
      <>
        <span className={styles['name']}>{name}</span>
        <span className={styles['email']}>{email}</span>
      </>
    ),
  },
  {
    id: 'venues',
    header: 'Venues',
    width: '45%',
    chars: 20,
    cell: (owner) => (
      <ul className={styles['venues']}>
        {owner.venues.map(({ id, name }) => (
          <li key={id}>
            <Link href={paths.root} onClick={() => actFor(owner, id)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    width: 76,
    align: 'end',
    chars: 4,
    cell: ({ id }) => <Link href={paths.owner(id)}>Edit</Link>,
  },
];

const noOwners: readonly Owner[] = [];

export default function OwnersScreen() {
  // Layout effect, so that the previous owner is never painted.
  useLayoutEffect(resetOwner, []);
  const navigate = useNavigate();
  const search = useSearch({ from: '/owners' });
  const page = readPage(search.page);
  const { data, error, refetch, status, footKey } = useListPage(ownersQuery(page));
  const owners = useMemo(() => data?.owners ?? noOwners, [data]);

  return (
    <>
      <PageHeader
        title="Owner list"
        context="Choose a venue to act for its owner."
        actions={<Link href={paths.audit()}>Activity log</Link>}
      />
      {error && (
        <div className={styles['error']}>
          <FailedLine error={error} onRetry={refetch} />
        </div>
      )}
      <Card flush>
        <DataTable
          label="Owners"
          columns={columns}
          rows={owners}
          rowKey={({ id }) => id}
          status={status}
          skeletonRows={ownersPageSize}
          twoLines
          empty={
            <EmptyState>{error ? 'No owners to show.' : 'There are no owners yet.'}</EmptyState>
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
              onPage={(next) => void navigate({ to: '.', href: paths.owners(next) })}
            />
          )}
        </div>
      </Card>
    </>
  );
}
