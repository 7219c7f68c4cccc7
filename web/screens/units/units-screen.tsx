import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { unitStripsQuery, type UnitStrips, type VenueHealth } from '../../api/unit-health.ts';
import { VenueName } from '../../components/context-line.tsx';
import { Lost } from '../../components/lost.tsx';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { HealthContext } from './health-context.tsx';
import { NightCard } from './night-card.tsx';
import { StripLegend } from './strip.tsx';
import { unitColumns, type UnitRow } from './unit-columns.tsx';
import styles from './units-screen.module.css';
import { useHealth } from './use-health.ts';

const choices = { all: 'All', attention: 'Attention' } as const;

const noRows: readonly UnitRow[] = [];

/** Those with findings first, most urgent first, and the others in the order of the venue. */
function rowsOf(health: VenueHealth, strips: UnitStrips | undefined): UnitRow[] {
  const found = new Set(health.findings.map(({ unitId }) => unitId));
  const stripOf = new Map(strips?.units.map((strip) => [strip.unitId, strip]));
  const order = new Map([...found].map((unitId, nth) => [unitId, nth]));
  return health.units
    .map((unit) => ({
      unit,
      isFound: found.has(unit.unitId),
      strip: stripOf.get(unit.unitId),
    }))
    .toSorted(
      ({ unit: { unitId: one } }, { unit: { unitId: other } }) =>
        (order.get(one) ?? found.size) - (order.get(other) ?? found.size),
    );
}

/** The units of a venue: how each is, and what it did in the last 24 hours. */
export default function UnitsScreen() {
  const search = useSearch({ from: '/units' });
  const navigate = useNavigate();
  const { active, isLost, isPending, retry } = useVenues();
  const venueId = active?.id ?? '';
  const shown = useHealth();
  const { health, nowMs, timezone } = shown;
  const { data: strips } = useQuery({
    ...unitStripsQuery(venueId),
    enabled: active !== undefined,
  });
  const show = search.show === 'attention' ? 'attention' : 'all';
  const startMs = strips ? Date.parse(strips.from) : nowMs;
  const hours = strips?.units[0]?.orders.length ?? 0;
  const rows = useMemo(() => (health ? rowsOf(health, strips) : noRows), [health, strips]);
  const listed = show === 'all' ? rows : rows.filter(({ isFound }) => isFound);
  const columns = useMemo(
    () => unitColumns({ venueId, startMs, hours, nowMs, timezone }),
    [venueId, startMs, hours, nowMs, timezone],
  );
  const hasNone = (health !== undefined && rows.length === 0) || (!isPending && !isLost && !active);
  return (
    <>
      <PageHeader
        title="Units"
        context={
          <HealthContext shown={shown}>
            <VenueName />
          </HealthContext>
        }
        actions={
          <SegmentedChoice
            label="Units shown"
            options={choices}
            value={show}
            onChange={(next) =>
              void navigate({
                to: '.',
                href: paths.units({
                  venue: venueId,
                  show: next === 'attention' ? next : undefined,
                }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        }
      />
      {isLost && <Lost what="venues" onRetry={retry} />}
      {shown.error !== null && !isLost && (
        <Lost what="units" error={shown.error} onRetry={shown.retry} />
      )}
      {health && (
        <NightCard
          venueId={venueId}
          night={health.night}
          finding={health.findings.find(({ unitId }) => unitId === null)}
        />
      )}
      {!isLost && shown.error === null && (
        <div
          key={health ? 'ready' : 'loading'}
          className={styles['list']}
          data-stale={shown.problem !== null}
        >
          <Card flush>
            <DataTable
              label="Units"
              columns={columns}
              rows={listed}
              rowKey={({ unit }) => unit.unitId}
              status={health || hasNone ? 'ready' : 'loading'}
              skeletonRows={3}
              twoLines
              onOpen={({ unit }) =>
                void navigate({ to: '.', href: paths.unit(unit.unitNumber, venueId) })
              }
              empty={
                <EmptyState
                  icon={<IconInfoCircle size={22} stroke={1.6} />}
                  action={
                    hasNone && active && may('settings.write') ? (
                      <LinkButton href={paths.venue(active.id)}>Add unit</LinkButton>
                    ) : undefined
                  }
                >
                  {hasNone ? 'This venue has no units yet.' : 'No unit needs attention.'}
                </EmptyState>
              }
            />
          </Card>
          <StripLegend />
        </div>
      )}
    </>
  );
}
