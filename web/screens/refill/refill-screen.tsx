import { Button } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Horizon } from '../../../rules/forecast/refill-horizon.ts';
import { timeThereText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type RefillList, refillListQuery } from '../../api/stock-forecast.ts';
import { ContextLine, Refreshed } from '../../components/context-line.tsx';
import { Lost } from '../../components/lost.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { LoadCard } from './load-card.tsx';
import { RefillPlanLine } from './refill-plan-line.tsx';
import { RefillSkeleton } from './refill-skeleton.tsx';
import styles from './refill-screen.module.css';
import { listedUnits } from './listed-units.ts';
import { UnitRefillsCard } from './unit-refills-card.tsx';
import { useTicks } from './use-ticks.ts';
import { WaitingLine } from './waiting-line.tsx';

const horizonOf = (text: string | undefined): Horizon =>
  text === 'close' || text === 'night' ? text : 'refill';

/** Without a planned refill the list is for tonight. */
const optionsOf = (plan: string | null): Partial<Record<Horizon, string>> =>
  plan === null
    ? { close: 'Tonight', night: 'Tomorrow' }
    : { refill: 'Until the planned refill', close: 'Tonight', night: 'Tomorrow' };

const untilText = ({ until, asOf, timezone }: RefillList): string => {
  const ms = Date.parse(until);
  const isSoon = ms - Date.parse(asOf) < 86_400_000;
  return isSoon ? timeThereText(ms, timezone) : weekdayTimeText(ms, timezone);
};

/** Places to refill so that nothing runs out, as a list to walk with. */
export default function RefillScreen() {
  const search = useSearch({ from: '/refill' });
  const navigate = useNavigate();
  const { active, isLost, isPending, retry } = useVenues();
  const venueId = active?.id ?? '';
  const chosen = horizonOf(search.until);
  const { data, error, refetch } = useQuery({
    ...refillListQuery(venueId, chosen, guessedTimezone().timezone),
    enabled: active !== undefined,
  });
  const ticks = useTicks(venueId);
  const units = data ? listedUnits(data.units, ticks) : [];
  const horizon = chosen === 'refill' && data?.plan === null ? 'close' : chosen;
  return (
    <>
      <PageHeader
        title="Refill"
        context={
          <ContextLine long>
            {data && (
              <>
                So that nothing runs out before {untilText(data)}
                <Refreshed
                  ms={Date.parse(data.asOf)}
                  timezone={data.timezone}
                  problem={error && errorMessage(error)}
                />
              </>
            )}
          </ContextLine>
        }
        actions={
          <Button variant="default" className={styles['print']} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      {isLost && <Lost what="venues" onRetry={retry} />}
      {error && !data && <Lost what="refill list" error={error} onRetry={refetch} />}
      <WaitingLine count={ticks.waiting.length} />
      {/* Already while the venue loads, so that what is below does not move. */}
      {(active || (isPending && !isLost)) && (
        <div key={data ? 'known' : 'loading'} className={styles['choices']}>
          <SegmentedChoice<Horizon>
            label="Refill for"
            options={optionsOf(data?.plan ?? null)}
            value={horizon}
            onChange={(until) =>
              void navigate({
                to: '.',
                href: paths.refill({ venue: active?.id, until }),
                resetScroll: false,
              })
            }
          />
          {data && <RefillPlanLine venueId={venueId} plan={data.plan} />}
        </div>
      )}
      {(isPending || active) && !data && !error && !isLost && <RefillSkeleton />}
      {data && units.length === 0 && (
        <Card>
          <EmptyState icon={<IconPackage size={22} stroke={1.6} />}>
            Nothing is expected to run out before {untilText(data)}.
          </EmptyState>
        </Card>
      )}
      {data && units.length > 0 && (
        <div key="list" className={styles['list']}>
          <LoadCard load={data.load} atRisk={data.atRisk} />
          {units.map((unit) => (
            <UnitRefillsCard
              key={`${unit.unitId} ${horizon}`}
              venueId={venueId}
              unit={unit}
              timezone={data.timezone}
              nowMs={Date.parse(data.asOf)}
            />
          ))}
        </div>
      )}
      {!isPending && !isLost && !active && (
        <Card>
          <EmptyState icon={<IconPackage size={22} stroke={1.6} />}>
            A refill list needs a venue with units.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
