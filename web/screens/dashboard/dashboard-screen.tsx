import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { issuesQuery } from '../../api/issues.ts';
import { stockForecastQuery } from '../../api/stock-forecast.ts';
import { noticesQuery, type Overview, overviewQuery } from '../../api/venues.ts';
import { ContextLine, Refreshed, VenueName } from '../../components/context-line.tsx';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import { OpenedDialogs } from '../../components/drink-dialogs/opened-dialogs.tsx';
import { FirstSteps, useFirstStepsCard } from '../../components/first-steps.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { OverviewTabs } from '../../components/overview-tabs.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { weekdayNumber } from '../../../rules/venues/first-weekday.ts';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { AttentionCard } from './attention-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import { RunOutCard } from './run-out-card.tsx';
import { TodayCard, UnitsCard } from './today-card.tsx';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { type LoadState, loadState } from '../../ui/load-state.tsx';
import { lazyDialog, lazyPart } from '../../ui/lazy-dialog.tsx';
import { LinkButton, useSetAddress } from '../../ui/link.tsx';
import styles from './dashboard-screen.module.css';

const AddOrderDialog = lazyDialog('Add order', async () => ({
  default: (await import('./add-order-dialog.tsx')).AddOrderDialog,
}));

/** Loaded after the screen, with what draws it. */
const WeekCard = lazyPart(() => import('./week-card.tsx'));

function NoVenue() {
  return (
    <Card>
      <EmptyState
        icon={IconBuildingStore}
        action={<LinkButton href={paths.createVenue}>Add venue</LinkButton>}
      >
        No venues yet.
      </EmptyState>
    </Card>
  );
}

export default function DashboardScreen() {
  const venuesKnown = useVenues();
  const { active, isPending } = venuesKnown;
  const unitsKnown = useActiveUnit(active?.id, [venuesKnown.state]);
  const { units } = unitsKnown;
  const guessed = guessedTimezone().timezone;
  const shown = useOverview(active?.id, guessed, [venuesKnown.state]);
  const { state, overview: loaded, asOfMs } = shown;
  const hasSteps = loaded !== undefined && loaded.firstSteps.length > 0;
  const stepsCard = useFirstStepsCard(hasSteps && may('units.write'));
  // Not before what is above the rest, which would move down under the finger.
  const overview = stepsCard === undefined ? undefined : loaded;
  useLiveRefresh(active?.id);
  const issues = useQuery({ ...issuesQuery(active?.id ?? ''), enabled: active !== undefined });
  // Together, so that what is below them moves once.
  const lists = issues.isPending ? undefined : overview;
  const timezone = overview?.night?.timezone ?? guessed;
  // From a link that adds an order.
  const isLed = useSearch({ from: '/dashboard/$' }).add === 'order';
  const [isOpen, setOpen] = useState(false);
  const setAddress = useSetAddress();
  const dialogPaths = useDialogPaths();
  const venueId = active?.id ?? '';
  const close = () => {
    setOpen(false);
    if (isLed) setAddress(paths.dashboard);
  };
  const added = () => {
    setOpen(false);
    // The dialog, whose entries are saved, is still mounted.
    setAddress(paths.dashboard, { push: true, ignoreBlocker: true });
  };

  return (
    <>
      <PageHeader
        title="Overview"
        tabs={<OverviewTabs current="overview" />}
        context={<DashboardContext shown={shown} timezone={timezone} />}
        actions={
          <>
            {may('drinks.write') && (
              <LinkButton variant="default" href={dialogPaths.drink}>
                Add a drink
              </LinkButton>
            )}
            {may('sales.write') && (
              <Button disabled={units.length === 0} onClick={() => setOpen(true)}>
                Add order
              </Button>
            )}
          </>
        }
      />
      {/* Of an overview that could not be refreshed, the context of the screen says so. */}
      <Loaded of={state.state === 'failed' ? state : unitsKnown.state}>{() => null}</Loaded>
      {venuesKnown.state.state === 'empty' && <NoVenue />}
      {(state.state === 'pending' || loaded) && (
        // Remounts below the first steps, so that they cause no layout shift.
        <div key={stepsCard ? 'steps' : 'parts'} className="stack gap-18">
          {overview && stepsCard && (
            <FirstSteps card={stepsCard} venueId={venueId} overview={overview} />
          )}
          <TodayCard overview={overview} refreshing={shown.refreshing} />
          {/* Remounts cards of another length, so that they cause no layout shift. */}
          <div key={lists ? venueId : 'loading'} className={styles['lists']}>
            <UnitsCard
              venueId={venueId}
              overview={lists || state.state !== 'data' ? state : { state: 'pending' }}
              asOfMs={asOfMs}
              timezone={timezone}
            />
            <AttentionCard
              venueId={venueId}
              overview={lists}
              issues={issues.data}
              lost={
                issues.error && !issues.data
                  ? { error: issues.error, onRetry: () => void issues.refetch() }
                  : null
              }
              timezone={timezone}
            />
            {lists && may('reports.read') && may('money.read') && (
              <Suspense fallback={<div className={styles['weekCard']} />}>
                <WeekCard
                  venueId={venueId}
                  day={lists.day}
                  hasClock={lists.night !== null}
                  firstWeekday={weekdayNumber[active?.firstWeekday ?? 'monday']}
                />
              </Suspense>
            )}
            {lists && may('stock.read') && (
              <StockCards key={`stock ${venueId}`} venueId={venueId} timezone={timezone} />
            )}
          </div>
        </div>
      )}
      <OpenedDialogs
        venue={active}
        units={units}
        unit={unitsKnown.active}
        isPending={isPending || unitsKnown.isPending}
        lost={[venuesKnown, unitsKnown].find(({ isLost }) => isLost)}
      />
      {(isOpen || isLed) && active && units.length > 0 && (
        <AddOrderDialog venueId={active.id} units={units} onClose={close} onAdded={added} />
      )}
    </>
  );
}

export interface ShownOverview {
  readonly state: LoadState<Overview>;
  /** Latest overview; retained while refetching and after a failed refetch. */
  readonly overview: Overview | undefined;
  readonly refreshing: boolean;
  /** Error of the last refresh. */
  readonly problem: string | undefined;
  /** Time of the data, in epoch milliseconds; 0 before the first load. */
  readonly asOfMs: number;
}

/** Overview of a venue, polled every 30 seconds. */
export function useOverview(
  venueId: string | undefined,
  timezone: string,
  after: readonly LoadState<unknown>[],
): ShownOverview {
  const result = useQuery({
    ...overviewQuery(venueId ?? '', timezone),
    enabled: venueId !== undefined,
  });
  const { data, error, isFetching, dataUpdatedAt } = result;
  return {
    state: loadState(result, { what: 'overview', after }),
    overview: data,
    refreshing: isFetching && data !== undefined,
    problem: error ? errorMessage(error) : undefined,
    asOfMs: dataUpdatedAt,
  };
}

interface DashboardContextProps {
  readonly shown: ShownOverview;
  /** IANA name. */
  readonly timezone: string;
}

/** Venue and time of the figures. */
export function DashboardContext({ shown, timezone }: DashboardContextProps) {
  const { overview, asOfMs, problem } = shown;
  return (
    <ContextLine>
      <VenueName />
      {overview && <Refreshed ms={asOfMs} timezone={timezone} problem={problem} />}
    </ContextLine>
  );
}

interface StockCardsProps {
  readonly venueId: string;
  /** IANA name. */
  readonly timezone: string;
}

/** What runs out, and what ran low. Remounts with the forecast, so that its length causes no layout shift. */
export function StockCards({ venueId, timezone }: StockCardsProps) {
  const { data } = useQuery(stockForecastQuery(venueId, timezone));
  // Requested here, because a card that is made anew would request them again.
  useQuery(noticesQuery(venueId));
  return (
    <div key={data ? 'forecast' : 'loading'} className="stack gap-18">
      <RunOutCard venueId={venueId} timezone={timezone} />
      <NoticesCard venueId={venueId} timezone={timezone} />
    </div>
  );
}
