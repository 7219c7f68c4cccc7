import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Permission } from '../../../rules/permissions/roles.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { unitHistoryQuery } from '../../api/unit-health.ts';
import { BackToSteps } from '../../components/first-steps.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths, type UnitTab } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { Card, EmptyState, PageHeader, SkeletonCard, SkeletonLine } from '../../ui/page.tsx';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';
import { HealthContext, useHealth } from './health.tsx';
import { MaintenanceButton, UnitFacts, UnitFindings, UnitRefusedSales } from './unit-facts.tsx';

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

interface Tab {
  readonly name: UnitTab;
  readonly label: string;
  readonly needs?: Permission;
}

const tabs: readonly Tab[] = [
  { name: 'status', label: 'Status' },
  { name: 'loaded', label: 'Loaded', needs: 'stock.read' },
  { name: 'positions', label: 'Positions', needs: 'units.maintenance' },
  { name: 'setup', label: 'Setup', needs: 'settings.write' },
  { name: 'reader', label: 'Card reader', needs: 'settings.write' },
  { name: 'contacts', label: 'Contacts', needs: 'settings.write' },
  { name: 'key', label: 'Key', needs: 'settings.write' },
  { name: 'history', label: 'History' },
];

const UnitLoaded = lazyPart(() => import('./unit-loaded.tsx'));
const UnitPositions = lazyPart(() => import('./unit-positions.tsx'));
const UnitPast = lazyPart(() => import('./unit-history.tsx'));
const UnitSettings = lazyPart(() => import('./unit-settings.tsx'));

interface PartProps {
  readonly tab: UnitTab;
  readonly venueId: string;
  readonly number: string;
  readonly nowMs: number;
}

/** A part of the page besides the status; each has code of its own. */
function Part({ tab, venueId, number, nowMs }: PartProps) {
  if (tab === 'status') return null;
  if (tab === 'loaded') return <UnitLoaded venueId={venueId} number={number} />;
  if (tab === 'positions') return <UnitPositions venueId={venueId} number={number} nowMs={nowMs} />;
  if (tab === 'history') return <UnitPast number={number} nowMs={nowMs} />;
  return <UnitSettings venueId={venueId} number={number} part={tab} />;
}

/** A unit: how it is, what is loaded in it, its settings and its past, one at a time. */
export default function UnitScreen() {
  const { number } = useParams({ from: '/units/$number' });
  const search = useSearch({ from: '/units/$number' });
  const { active } = useVenues();
  const shown = useHealth();
  const { state, health, hasFailed, nowMs, timezone } = shown;
  const unit = health?.units.find(({ unitNumber }) => String(unitNumber) === number);
  const isOther = (health !== undefined && !unit) || state.state === 'empty';
  // Which venue has the unit instead.
  const { data: history } = useQuery({
    ...unitHistoryQuery(number, guessedTimezone().timezone),
    enabled: isOther,
    retry: false,
  });
  const permitted = tabs.filter(({ needs }) => needs === undefined || may(needs));
  const tab = permitted.find(({ name }) => name === search.tab)?.name ?? 'status';
  const title = unit
    ? unitTitle({ unitNumber: unit.unitNumber, name: unit.unitName })
    : `Unit ${number}`;
  const venueId = active?.id;
  return (
    <>
      {/* Remounted with the unit, so that what comes with it causes no layout shift. */}
      <div key={unit ? 'ready' : 'loading'}>
        <PageHeader
          title={title}
          breadcrumb={<Link href={paths.units({ venue: venueId })}>All units</Link>}
          context={
            // What follows a state of another length causes no layout shift.
            <HealthContext key={unit?.text} shown={shown} long>
              {unit ? unit.text : isOther ? '' : <SkeletonLine width={24} />}
            </HealthContext>
          }
          actions={
            unit &&
            active &&
            may('units.maintenance') && <MaintenanceButton venueId={active.id} unit={unit} />
          }
          tabs={
            !isOther && (
              <ScreenTabs
                label="Unit"
                tabs={permitted.map(({ name, label }) => ({
                  label,
                  href: paths.unit(Number(number), venueId, name),
                  isCurrent: name === tab,
                }))}
              />
            )
          }
        />
        {search.step !== undefined && <BackToSteps />}
        {state.state === 'failed' && <Loaded of={state}>{() => null}</Loaded>}
        {isOther && (
          <OtherUnit
            number={number}
            {...(history && history.venueId !== venueId ? { venueId: history.venueId } : {})}
          />
        )}
        {tab === 'status' && state.state !== 'failed' && !isOther && (
          <div className="stack gap-18">
            {unit && active && health && (
              <UnitFindings
                venueId={active.id}
                findings={health.findings.filter(({ unitId }) => unitId === unit.unitId)}
                unit={unit}
              />
            )}
            <UnitFacts venueId={venueId ?? ''} unit={unit} nowMs={nowMs} timezone={timezone} />
            {unit && active && unit.refused > 0 && (
              <UnitRefusedSales venueId={active.id} unit={unit} nowMs={nowMs} timezone={timezone} />
            )}
          </div>
        )}
      </div>
      {tab !== 'status' && !isOther && (
        <Suspense fallback={<SkeletonCard />}>
          {/* A part that is remounted would lose what was typed or opened in it. */}
          {venueId === undefined || (!unit && !hasFailed) ? (
            <SkeletonCard />
          ) : (
            <Part key={tab} tab={tab} venueId={venueId} number={number} nowMs={nowMs} />
          )}
        </Suspense>
      )}
    </>
  );
}
