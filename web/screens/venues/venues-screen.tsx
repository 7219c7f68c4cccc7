import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { counted } from '../../../lib/counted.ts';
import { venueComparisonQuery } from '../../api/reports.ts';
import { ListCard } from '../../components/list-card.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { effectiveOwnerId } from '../../context/owner-context.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useSetAddress } from '../../ui/link.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { AddVenueDialog } from './add-venue-dialog.tsx';
import { venueColumns } from './venue-columns.tsx';
import {
  chosenOrder,
  foundVenues,
  mostCompared,
  needsToday,
  orderLabels,
  ordersOf,
} from './venue-rows.ts';

/** From this number of venues on they can be searched and put in order. */
const toolsFrom = 8;

interface Search {
  readonly add?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

export default function VenuesScreen() {
  const navigate = useNavigate();
  const setAddress = useSetAddress();
  const search: Search = useSearch({ from: '/venues' });
  const { state, venues } = useVenues();
  const ownerId = effectiveOwnerId();
  const withToday = may('reports.read') && venues.length <= mostCompared;
  const result = useQuery({
    ...venueComparisonQuery({
      ownerId: ownerId ?? undefined,
      timezone: guessedTimezone().timezone,
    }),
    // Their number is known once they are loaded.
    enabled: ownerId !== null && withToday && state.state === 'data',
  });
  const today = loadState(result, { what: 'figures of today', after: [state] });
  const report = result.data;
  const q = search.q ?? '';
  const sort = chosenOrder(search.sort, ordersOf(withToday, may('money.read')));
  const isPending = withToday && state.state === 'data' && today.state === 'pending';
  const isOrdered = !needsToday(sort) || !isPending;
  const rows = useMemo(() => {
    const byId = new Map(report?.venues.map((one) => [one.venueId, one]));
    return rowsOf(isOrdered ? state : { state: 'pending' }, (all) =>
      foundVenues(
        all.map((venue) => ({ venue, today: isPending ? null : byId.get(venue.id) })),
        q,
        sort,
      ),
    );
  }, [report, isPending, isOrdered, state, q, sort]);
  const columns = useMemo(() => venueColumns(withToday), [withToday]);
  // The dialog state is in the URL, so that other screens can link to it.
  const open = (more: Search, replace = true) =>
    setAddress(
      paths.at(paths.venues, {
        q: q || undefined,
        sort: sort === 'oldest' ? undefined : sort,
        ...more,
      }),
      { push: !replace },
    );
  const isLost = state.state === 'failed';
  const hasTools = venues.length >= toolsFrom || q !== '' || sort !== 'oldest';
  return (
    <>
      <PageHeader
        title="Venues"
        context={
          state.state === 'data' ? (
            counted(venues.length, 'venue')
          ) : isLost ? (
            ''
          ) : (
            <SkeletonLine width={8} />
          )
        }
        actions={
          <Button disabled={isLost} onClick={() => open({ add: 'venue' }, false)}>
            Add venue
          </Button>
        }
      />
      {!isLost && today.state === 'failed' && <Loaded of={today}>{() => null}</Loaded>}
      {/* Remounted when loaded, so that the search causes no layout shift. */}
      <ListCard
        key={state.state === 'pending' ? 'loading' : 'ready'}
        label="Venues"
        columns={columns}
        of={rows}
        rowKey={({ venue }) => venue.id}
        skeletonRows={Math.max(3, venues.length)}
        twoLines
        onOpen={({ venue }) => void navigate({ to: '.', href: paths.venue(venue.id) })}
        head={
          state.state === 'data' &&
          hasTools && (
            <ListTools
              label="Find a venue"
              q={q}
              onSearch={(typed) => open({ q: typed || undefined })}
            >
              <SelectField
                label="Order"
                value={sort}
                data={ordersOf(withToday, may('money.read')).map((value) => ({
                  value,
                  label: orderLabels[value],
                }))}
                onChange={({ currentTarget: { value } }) =>
                  open({ sort: value === 'oldest' ? undefined : value })
                }
              />
            </ListTools>
          )
        }
        empty={
          <EmptyState icon={IconBuildingStore}>
            {q === '' ? 'There are no venues to show.' : 'No venue matches.'}
          </EmptyState>
        }
      />
      {search.add === 'venue' && !isLost && (
        <AddVenueDialog onClose={() => open({ add: undefined })} />
      )}
    </>
  );
}
