import { Button } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { formatMoney } from '../../../lib/money.ts';
import type { Horizon } from '../../../rules/forecast/refill-horizon.ts';
import { bottleText } from '../../../rules/loss/costs.ts';
import { timeOfDayText, timeThereText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import { clockText, parseClockText } from '../../../rules/nights/venue-clock.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type RefillList, refillListQuery, updateRefillPlan } from '../../api/stock-forecast.ts';
import { attempt } from '../../components/attempt.ts';
import { ContextLine, Refreshed, VenueName } from '../../components/context-line.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { StockOff } from '../../components/stock-off.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { WaitingLine } from '../../components/waiting-line.tsx';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { leftToLoad, listedUnits, UnitRefillsCard, useTicks } from './unit-refills-card.tsx';
import { may } from '../../session/permissions.ts';
import { LinkButton, useSetAddress } from '../../ui/link.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import styles from './refill-screen.module.css';

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
  const setAddress = useSetAddress();
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const chosen = horizonOf(search.until);
  const ticks = useTicks(venueId);
  const result = useQuery({
    ...refillListQuery(venueId, chosen, guessedTimezone().timezone),
    enabled: active !== undefined,
  });
  const { data, error } = result;
  const known = loadState(result, {
    what: 'refill list',
    after: [venues],
    isEmpty: ({ units: found }) => listedUnits(found, ticks).length === 0,
  });
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
                <VenueName />
                {data.tracked && ` · So that nothing runs out before ${untilText(data)}`}
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
          <>
            <LinkButton variant="default" className={styles['print']} href={paths.stock()}>
              Stock
            </LinkButton>
            <Button variant="default" className={styles['print']} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <WaitingLine what="refill" count={ticks.waiting.length} sentAs="once, with its own time" />
      {/* Already while the venue loads, so that what is below does not move. */}
      {(active || venues.state === 'pending') && (
        <div key={data ? 'known' : 'loading'} className={styles['choices']}>
          <SegmentedChoice<Horizon>
            label="Refill for"
            options={optionsOf(data?.plan ?? null)}
            value={horizon}
            onChange={(until) =>
              setAddress(paths.refill({ venue: active?.id, until }), { push: true })
            }
          />
          {data && <RefillPlanLine venueId={venueId} plan={data.plan} />}
        </div>
      )}
      {/* Of a list that could not be refreshed, the context of the screen says so. */}
      {known.state === 'failed' && <Loaded of={known}>{() => null}</Loaded>}
      {known.state === 'pending' && <RefillSkeleton />}
      {known.state === 'empty' && (
        <Card>
          <EmptyState icon={IconPackage}>
            {!data ? (
              'A refill list needs a venue with units.'
            ) : data.tracked ? (
              `Nothing is expected to run out before ${untilText(data)}.`
            ) : (
              <StockOff venueId={venueId} />
            )}
          </EmptyState>
        </Card>
      )}
      {known.state === 'data' && (
        <div key="list" className={styles['list']}>
          <LoadCard {...leftToLoad(known.data, units)} />
          {units.map((unit) => (
            <UnitRefillsCard
              key={`${unit.unitId} ${horizon}`}
              venueId={venueId}
              unit={unit}
              timezone={known.data.timezone}
              nowMs={Date.parse(known.data.asOf)}
            />
          ))}
        </div>
      )}
    </>
  );
}

const lastMinute = 1439;
const none = '';
const choices = [
  { value: none, label: 'No planned refill' },
  ...Array.from({ length: 48 }, (_, nth) => ({
    value: clockText(nth * 30),
    label: `Refilled daily at ${timeOfDayText(nth * 30)}`,
  })),
];

interface RefillPlanLineProps {
  readonly venueId: string;
  /** `16:00`, or null. */
  readonly plan: string | null;
}

/** Time of day at which the units are refilled, which those who may can change. */
export function RefillPlanLine({ venueId, plan }: RefillPlanLineProps) {
  if (!may('ingredients.write')) {
    const minutes = plan === null ? null : parseClockText(plan, lastMinute);
    return (
      <p className={styles['dim']}>
        {minutes === null ? 'No planned refill' : `Refilled daily at ${timeOfDayText(minutes)}`}
      </p>
    );
  }
  const options =
    plan === null || choices.some(({ value }) => value === plan)
      ? choices
      : [...choices, { value: plan, label: `Refilled daily at ${plan}` }];
  return (
    <SelectField
      label="Planned refill"
      data={options}
      value={plan ?? none}
      onChange={({ currentTarget: { value } }) =>
        void attempt('refill plan', () => updateRefillPlan(venueId, value === none ? null : value))
      }
    />
  );
}

/** What to load for all units together, and what is at risk without it. */
export function LoadCard({
  load,
  atRisk,
}: Pick<RefillList, 'load'> & { readonly atRisk?: number }) {
  if (load.length === 0) return null;
  return (
    <Card title="To load">
      <ul className={styles['load']}>
        {load.map(({ name, sizeMl, bottles }) => (
          <li key={`${name} ${sizeMl}`}>
            <b>{bottles} ×</b> {name} <span className={styles['dim']}>{bottleText(sizeMl)}</span>
          </li>
        ))}
      </ul>
      {atRisk !== undefined && atRisk > 0 && (
        <p className={styles['risk']}>
          {formatMoney(atRisk)} of sales at risk if nothing is refilled and guests buy nothing else.
        </p>
      )}
    </Card>
  );
}

/** The list while it is loading. */
export const RefillSkeleton = () => (
  <div key="skeleton" className={styles['list']} aria-busy="true">
    {[0, 1].map((card) => (
      <Card key={card}>
        {[0, 1, 2].map((line) => (
          <p key={line}>
            <SkeletonLine width={28} />
          </p>
        ))}
      </Card>
    ))}
  </div>
);
