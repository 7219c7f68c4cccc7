import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OpenedDialogs } from '../../components/drink-dialogs/opened-dialogs.tsx';
import { Lost } from '../../components/lost.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AttentionCard } from './attention-card.tsx';
import { DashboardContext } from './dashboard-context.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { StockCards } from './stock-cards.tsx';
import { QuickLinks } from './quick-links.tsx';
import { TodayCard } from './today-card.tsx';
import { UnitsCard } from './units-card.tsx';
import { useOverview } from './use-overview.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import styles from './dashboard-screen.module.css';

const AddOrderDialog = lazyDialog('Add order', async () => ({
  default: (await import('./add-order-dialog.tsx')).AddOrderDialog,
}));

function NoVenue() {
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingStore size={22} stroke={1.6} />}
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
  const unitsKnown = useActiveUnit(active?.id);
  const { units } = unitsKnown;
  const guessed = guessedTimezone().timezone;
  const shown = useOverview(active?.id, guessed);
  const { overview, problem, asOfMs } = shown;
  useLiveRefresh(active?.id);
  const timezone = overview?.night?.timezone ?? guessed;
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  const venueId = active?.id ?? '';
  const steps = overview?.firstSteps ?? [];
  const added = () => {
    setAdding(false);
    void navigate({
      to: '.',
      href: paths.dashboard,
      resetScroll: false,
      // The dialog, whose entries are saved, is still mounted.
      ignoreBlocker: true,
    });
  };

  return (
    <>
      <PageHeader
        title="Dashboard"
        context={<DashboardContext shown={shown} timezone={timezone} />}
        actions={
          may('sales.write') && (
            <Button disabled={units.length === 0} onClick={() => setAdding(true)}>
              Add order
            </Button>
          )
        }
      />
      {venuesKnown.isLost && <Lost what="venues" onRetry={venuesKnown.retry} />}
      {unitsKnown.isLost && <Lost what="units" onRetry={unitsKnown.retry} />}
      {!isPending && !venuesKnown.isLost && !active && <NoVenue />}
      {problem && !overview && <ErrorLine onRetry={shown.retry}>{problem}</ErrorLine>}
      {(isPending || active) && (overview || !problem) && (
        // Remounts below the first steps, so that they cause no layout shift.
        <div key={steps.length > 0 ? 'steps' : 'parts'} className={styles['parts']}>
          {steps.length > 0 && may('units.write') && (
            <FirstStepsCard venueId={venueId} steps={steps} />
          )}
          <TodayCard overview={overview} refreshing={shown.refreshing} />
          <QuickLinks venueId={active?.id} night={overview?.night ?? null} />
          {/* Remounts cards of another length, so that they cause no layout shift. */}
          <div key={overview ? venueId : 'loading'} className={styles['lists']}>
            <UnitsCard venueId={venueId} overview={overview} asOfMs={asOfMs} timezone={timezone} />
            <AttentionCard venueId={venueId} overview={overview} />
          </div>
          {overview && may('stock.read') && (
            <StockCards key={`stock ${venueId}`} venueId={venueId} timezone={timezone} />
          )}
        </div>
      )}
      <OpenedDialogs
        venue={active}
        units={units}
        unit={unitsKnown.active}
        isPending={isPending || unitsKnown.isPending}
        lost={[venuesKnown, unitsKnown].find(({ isLost }) => isLost)}
      />
      {adding && active && (
        <AddOrderDialog
          venueId={active.id}
          units={units}
          onClose={() => setAdding(false)}
          onAdded={added}
        />
      )}
    </>
  );
}
