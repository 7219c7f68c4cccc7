import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { endService, type UnitHealth, unitHistoryQuery } from '../../api/unit-health.ts';
import { attempt } from '../../components/attempt.ts';
import { Lost } from '../../components/lost.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { HealthContext } from './health-context.tsx';
import { UnitEvents } from './unit-events.tsx';
import { UnitFacts } from './unit-facts.tsx';
import { UnitFindings } from './unit-findings.tsx';
import { UnitNights } from './unit-nights.tsx';
import { UnitRefusedSales } from './unit-refused-sales.tsx';
import styles from './unit-screen.module.css';
import { useHealth } from './use-health.ts';

const ServiceDialog = lazyDialog('Take into service', () => import('./service-dialog.tsx'));

/** Takes the unit into service, or ends that. */
function ServiceButton({ unit }: { readonly unit: UnitHealth }) {
  const [isOpen, setOpen] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await attempt(`service of ${unit.unitId}`, () => endService(unit.unitNumber));
    setEnding(false);
  };
  return (
    <>
      {unit.inService !== null && (
        <Button loading={isEnding} onClick={() => void end()}>
          End service
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen(true)}>
        {unit.inService === null ? 'Take into service' : 'Change service'}
      </Button>
      {isOpen && <ServiceDialog unit={unit} onClose={() => setOpen(false)} />}
    </>
  );
}

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
  const { active, isLost, isPending, retry } = useVenues();
  const shown = useHealth();
  const { health, nowMs, timezone } = shown;
  const history = useQuery({
    ...unitHistoryQuery(number, guessedTimezone().timezone),
    retry: false,
  });
  const unit = health?.units.find(({ unitNumber }) => String(unitNumber) === number);
  const isOther = (health !== undefined && !unit) || (!isPending && !isLost && !active);
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
        actions={unit && may('units.service') && <ServiceButton unit={unit} />}
      />
      {isLost && <Lost what="venues" onRetry={retry} />}
      {shown.error !== null && !isLost && (
        <Lost what="unit" error={shown.error} onRetry={shown.retry} />
      )}
      {isOther && (
        <OtherUnit
          number={number}
          {...(history.data && history.data.venueId !== active?.id
            ? { venueId: history.data.venueId }
            : {})}
        />
      )}
      {!isLost && shown.error === null && !isOther && (
        <div key={unit ? 'ready' : 'loading'} className={styles['cards']}>
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
            <Lost what="history" error={history.error} onRetry={history.refetch} />
          ) : (
            <Fragment key={history.data ? 'known' : 'unknown'}>
              <UnitNights history={history.data} nowMs={nowMs} />
              <UnitEvents history={history.data} />
            </Fragment>
          )}
        </div>
      )}
    </>
  );
}
