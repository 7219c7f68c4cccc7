import { IconGlassCocktail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { undoMessages } from '../../../rules/messages.ts';
import { drinkPageQuery } from '../../api/drink-pages.ts';
import { deleteDrink, undeleteDrink } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import { flagsQuery } from '../../api/flags.ts';
import { attempt } from '../../components/attempt.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import { OpenedDialogs } from '../../components/drink-dialogs/opened-dialogs.tsx';
import { FailedLine } from '../../components/failed-line.tsx';
import { LostFlags } from '../../components/lost-flags.tsx';
import { Lost } from '../../components/lost.tsx';
import { offerUndo } from '../../components/offer-undo.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './drink-menu-screen.module.css';
import { may } from '../../session/permissions.ts';
import { menuColumns } from './menu-columns.tsx';
import { MenuPager } from './menu-pager.tsx';
import { useFocusAfterDelete, useMarkedRow } from './use-focus.ts';
import { usePageState } from './use-page-state.ts';

const noDrinks: readonly Drink[] = [];

export default function DrinkMenuScreen() {
  const venuesKnown = useVenues();
  const { active: venue, isPending: venuesPending } = venuesKnown;
  const unitsKnown = useActiveUnit(venue?.id);
  const { units, isPending: unitsPending } = unitsKnown;
  const dialogPaths = useDialogPaths();
  const place = usePageState();
  const { data: flags, isLoading: flagsLoading } = useQuery(
    flagsQuery({ kind: 'venue', key: venue?.id ?? '' }),
  );
  const withDouble = flags?.['general--double-order'] ?? false;
  const { data, error, isLoading, isFetching, isPlaceholderData, refetch } = useQuery({
    ...drinkPageQuery(venue?.id ?? '', place),
    enabled: venue !== undefined,
  });

  const drinks = data?.drinks ?? noDrinks;
  const { current: page, total } = data?.pagination ?? { current: 1, total: 0 };
  const pages = Math.max(1, Math.ceil(total / place.size));

  const isShown = data !== undefined && !isPlaceholderData;
  useMarkedRow(place.drink, isShown);
  const willDelete = useFocusAfterDelete(drinks, isShown);
  const columns = useMemo(() => {
    const onDelete = async (drink: Drink) => {
      // The specification requires the browser's native confirmation here.
      if (!window.confirm('Are you sure you want to Delete this drink?')) return;
      willDelete(drink._id);
      if (!(await attempt(`delete ${drink._id}`, () => deleteDrink(drink)))) return;
      place.go({ page: 1 });
      offerUndo(
        undoMessages.drinkDeleted(drink.name),
        () => undeleteDrink(drink),
        undoMessages.drinkBack(drink.name),
      );
    };
    return menuColumns({
      withDouble,
      withUnit: units.length > 1,
      onDelete: (drink) => void onDelete(drink),
    });
  }, [withDouble, units.length, place, willDelete]);

  // Units and flags decide on the columns: rows that are shown before them would move.
  const pending = venuesPending || isLoading || unitsPending || flagsLoading;
  const status = pending ? 'loading' : isFetching && isPlaceholderData ? 'refreshing' : 'ready';
  return (
    <>
      <PageHeader
        title="Your Drink Menu"
        context={
          <ContextLine>
            <VenueName />
            {venue && (
              <span className={styles['hint']}>
                {may('prices.write')
                  ? ' · Type over a name or a price to change it'
                  : ' · Type over a name to change it'}
              </span>
            )}
          </ContextLine>
        }
        actions={
          <>
            <LinkButton variant="default" href={dialogPaths.classics}>
              Add from the classics
            </LinkButton>
            <LinkButton href={dialogPaths.drink}>Add a drink</LinkButton>
          </>
        }
      />
      <OpenedDialogs
        venue={venue}
        units={units}
        unit={unitsKnown.active}
        isPending={venuesPending || unitsPending}
        lost={[venuesKnown, unitsKnown].find(({ isLost }) => isLost)}
      />
      {venuesKnown.isLost && <Lost what="venues" onRetry={venuesKnown.retry} />}
      <LostFlags venueId={venue?.id} />
      {error && (
        <div className={styles['error']}>
          {data ? (
            <FailedLine error={error} onRetry={refetch} />
          ) : (
            <Lost what="drinks" error={error} onRetry={refetch} />
          )}
        </div>
      )}
      {!venuesKnown.isLost && (data || !error) && (
        <Card flush>
          <DataTable
            label="Drinks"
            columns={columns}
            rows={drinks}
            rowKey={({ _id }) => _id}
            isMarked={({ _id }) => _id === place.drink}
            status={status}
            skeletonRows={place.size}
            empty={
              <EmptyState icon={<IconGlassCocktail size={22} stroke={1.6} />}>
                There are no drinks yet.
              </EmptyState>
            }
          />
          {/* Remounts the bar with the loaded rows, so that it causes no layout shift. */}
          <MenuPager
            key={pending ? 'loading' : `${place.size}`}
            page={page}
            pages={pages}
            size={place.size}
            onPage={(next) => place.go({ page: next })}
            onSize={(size) => place.go({ page: 1, size })}
          />
        </Card>
      )}
    </>
  );
}
