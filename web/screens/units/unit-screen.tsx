import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { unitHistoryQuery } from '../../api/unit-health.ts';
import { LoadError, Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useHashTarget } from '../../components/use-hash-target.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import {
  MaintenanceButton,
  UnitEvents,
  UnitFacts,
  UnitFindings,
  UnitRefusedSales,
} from './unit-facts.tsx';
import { HealthContext, useHealth } from './health.tsx';
import { UnitMovements, UnitNights, useMovements } from './unit-movements.tsx';

/** A unit that the active venue does not have: of another venue, deleted, or never there. */
function OtherUnit({ number, venueId }: { readonly number: string; readonly venueId?: string }) {
  return (
    <Card>
      <EmptyState
        action={
          venueId === undefined ? (
            <LinkButton href={paths.units()}>All units</LinkButton>
          ) : (
            <LinkButton href={paths.unit(Number(number), venueId)}>Show its venue</LinkButton>
          )
        }
      >
        {`Unit ${number} is not one of this venue.`}
      </EmptyState>
    </Card>
  );
}

/** How a unit is, what it did in the last 14 nights, and what happened to it. */
export default function UnitScreen() {
  const { number } = useParams({ from: '/units/$number' });
  const { active } = useVenues();
  const shown = useHealth();
  const { state, health, nowMs, timezone } = shown;
  const history = useQuery({
    ...unitHistoryQuery(number, guessedTimezone().timezone),
    retry: false,
  });
  // Held here, because the card is a new one where those above it have grown.
  const movements = useMovements(number);
  const target = useHashTarget('stock', health !== undefined && !history.isPending);
  const unit = health?.units.find(({ unitNumber }) => String(unitNumber) === number);
  const isOther = (health !== undefined && !unit) || state.state === 'empty';
  const title = unit
    ? unitTitle({ unitNumber: unit.unitNumber, name: unit.unitName })
    : `Unit ${number}`;
  return (
    <>
      <PageHeader
        title={title}
        auditLog={<Link href={paths.units({ venue: active?.id })}>All units</Link>}
        context={
          <HealthContext shown={shown} long>
            {unit ? unit.text : isOther ? '' : <SkeletonLine width={24} />}
          </HealthContext>
        }
        actions={
          unit &&
          active &&
          may('units.maintenance') && <MaintenanceButton venueId={active.id} unit={unit} />
        }
      />
      {state.state === 'failed' && <Loaded of={state}>{() => null}</Loaded>}
      {isOther && (
        <OtherUnit
          number={number}
          {...(history.data && history.data.venueId !== active?.id
            ? { venueId: history.data.venueId }
            : {})}
        />
      )}
      {state.state !== 'failed' && !isOther && (
        <div key={unit ? 'ready' : 'loading'} className="stack gap-18">
          {unit && active && health && (
            <UnitFindings
              venueId={active.id}
              findings={health.findings.filter(({ unitId }) => unitId === unit.unitId)}
              unit={unit}
            />
          )}
          <UnitFacts venueId={active?.id ?? ''} unit={unit} nowMs={nowMs} timezone={timezone} />
          {unit && active && unit.refused > 0 && (
            <UnitRefusedSales venueId={active.id} unit={unit} nowMs={nowMs} timezone={timezone} />
          )}
          {history.error && !history.data ? (
            <LoadError what="history" error={history.error} onRetry={history.refetch} />
          ) : (
            <Fragment key={history.data ? 'known' : 'unknown'}>
              <UnitNights history={history.data} nowMs={nowMs} />
              <UnitEvents history={history.data} />
            </Fragment>
          )}
          {may('stock.read') && (
            // A new one where the cards above have grown, which is then no shift.
            <UnitMovements
              key={`${unit?.inMaintenance?.from} ${history.status} ${history.data?.events.length}`}
              number={number}
              shown={movements}
              target={target}
            />
          )}
        </div>
      )}
    </>
  );
}
