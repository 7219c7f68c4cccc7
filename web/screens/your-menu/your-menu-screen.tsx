import { IconBuildingStore, IconCpu } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { unitChoice, unitTitle } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import { overviewQuery, type Venue } from '../../api/venues.ts';
import { AsOf, ContextLine } from '../../components/context-line.tsx';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import { OpenedDialogs } from '../../components/drink-dialogs/opened-dialogs.tsx';
import { FirstSteps, useFirstStepsCard } from '../../components/first-steps.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { usePlace } from '../../context/place.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { NothingYet } from './cards/nothing-yet.tsx';
import { DisplayChoice, useDisplay } from './cards/use-display.tsx';
import { nameError } from './ingredient-actions.tsx';
import { UnitMenu } from './unit/unit-menu.tsx';
import { longestOf, useMenu } from './use-menu.ts';
import { may } from '../../session/permissions.ts';
import { ErrorLine, PageHeader, SkeletonField, SkeletonLine } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { useSharedValue } from '../../ui/hooks.ts';
import styles from './your-menu-screen.module.css';

interface ContextProps {
  readonly venue: Venue | undefined;
  readonly unit: Unit | undefined;
  readonly asOfMs: number;
  readonly isPending: boolean;
}

function MenuContext({ venue, unit, asOfMs, isPending }: ContextProps) {
  const timezone = useVenueTimezone(venue?.id);
  if (isPending) {
    return (
      <ContextLine>
        <SkeletonLine width={28} />
      </ContextLine>
    );
  }
  return (
    <ContextLine>
      <bdi>{venue?.name}</bdi>
      {unit && ` · ${unitTitle(unit)}`}
      {unit && asOfMs > 0 && (
        <>
          {' · '}
          <AsOf ms={asOfMs} timezone={timezone} />
        </>
      )}
    </ContextLine>
  );
}

/** Shows the error of an ingredient name from any part of the screen. */
function NameError() {
  const problem = useSharedValue(nameError);
  useEffect(() => () => nameError.set(null), []);
  return (
    problem !== null && (
      <div
        className={styles['problem']}
        ref={(element) => element?.scrollIntoView({ block: 'center' })}
      >
        <ErrorLine>{problem}</ErrorLine>
      </div>
    )
  );
}

export default function YourMenuScreen() {
  const venuesKnown = useVenues();
  const { venues, active: venue } = venuesKnown;
  const unitsKnown = useActiveUnit(venue?.id);
  const { units, active: unit } = unitsKnown;
  const isPending = venuesKnown.isPending || unitsKnown.isPending;
  const lost = [venuesKnown, unitsKnown].find(({ isLost }) => isLost);
  const menu = useMenu(venue, unit);
  useLiveRefresh(venue?.id);
  const display = useDisplay(longestOf(menu, unit));
  const dialogPaths = useDialogPaths();
  const { chooseUnit } = usePlace();
  // Nothing of it was sold: the venue may be new.
  const isUnsold =
    menu.sales !== undefined &&
    !menu.salesPending &&
    [...menu.sales.values()].every((sold) => sold === 0);
  const isNew = !isPending && !lost && (!unit || isUnsold);
  const { data: overview } = useQuery({
    ...overviewQuery(venue?.id ?? '', guessedTimezone().timezone),
    enabled: venue !== undefined && isNew && may('units.write'),
  });
  // Below a unit in which something is loaded, so that nothing moves when they come.
  const isFirst = !unit || menu.ingredients?.length === 0;
  const hasSteps = isNew && overview !== undefined && overview.firstSteps.length > 0;
  const stepsCard = useFirstStepsCard(hasSteps);
  const steps = venue && overview && stepsCard && (
    <div className={styles['steps']} data-first={isFirst}>
      <FirstSteps card={stepsCard} venueId={venue.id} overview={overview} />
    </div>
  );
  return (
    <>
      <PageHeader
        title="Your Menu"
        context={
          <MenuContext venue={venue} unit={unit} asOfMs={menu.asOfMs} isPending={isPending} />
        }
        actions={
          <>
            {may('drinks.write') && (
              <LinkButton variant="default" href={dialogPaths.drink}>
                Add a drink
              </LinkButton>
            )}
            {may('ingredients.write') && (
              <LinkButton href={paths.createIngredient}>Add Ingredient</LinkButton>
            )}
          </>
        }
      />
      <NameError />
      {(venuesKnown.isPending || venue) && (
        <div className={styles['top']}>
          <UnitChoice
            venues={venues}
            venue={venue}
            units={units}
            unit={unit}
            isPending={isPending}
          />
          {(isPending || unit) && <DisplayChoice display={display} />}
        </div>
      )}
      {!isPending && lost && (
        <LoadError what={lost === venuesKnown ? 'venues' : 'units'} onRetry={lost.retry} />
      )}
      {!isPending && !lost && !venue && (
        <NothingYet icon={IconBuildingStore} add="Add venue" href={paths.createVenue}>
          {menuMessages.noVenue}
        </NothingYet>
      )}
      {!isPending && !lost && venue && !unit && (
        <NothingYet icon={IconCpu} add="Add unit" href={paths.createUnit(venue.id)}>
          {menuMessages.noUnits}
        </NothingYet>
      )}
      {isFirst && steps}
      {isPending && <div aria-hidden="true" className={styles['waiting']} />}
      <OpenedDialogs
        venue={venue}
        units={units}
        unit={unit}
        isPending={isPending}
        lost={lost}
        onUnit={chooseUnit}
      />
      {venue && unit && (
        <UnitMenu
          key={`${unit._id} ${isFirst && Boolean(steps)}`}
          venue={venue}
          unit={unit}
          menu={menu}
          display={display}
        />
      )}
      {!isFirst && steps}
    </>
  );
}

interface UnitChoiceProps {
  readonly venues: readonly Venue[];
  readonly venue: Venue | undefined;
  readonly units: readonly Unit[];
  readonly unit: Unit | undefined;
  readonly isPending: boolean;
}

/** Venue and unit selector; the selection stays active on other screens. */
export function UnitChoice({ venues, venue, units, unit, isPending }: UnitChoiceProps) {
  const { chooseVenue, chooseUnit } = usePlace();
  return (
    <div className={styles['choices']}>
      {venue ? (
        <SelectField
          label="Venue"
          value={venue.id}
          data={venues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => chooseVenue(value)}
        />
      ) : (
        <SkeletonField label="Venue" />
      )}
      {isPending ? (
        <SkeletonField label="Unit ID" />
      ) : (
        <SelectField
          label="Unit ID"
          disabled={units.length === 0}
          value={unit?.unitNumber ?? ''}
          data={units.map((one) => ({ value: String(one.unitNumber), label: unitChoice(one) }))}
          onChange={({ currentTarget: { value } }) => chooseUnit(Number(value))}
        />
      )}
    </div>
  );
}
