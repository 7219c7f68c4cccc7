import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { counted } from '../../../lib/counted.ts';
import { toggled } from '../../../lib/lists.ts';
import { isOver } from '../../../rules/health/findings.ts';
import { nextSteps } from '../../../rules/health/next-steps.ts';
import { matcherOf } from '../../../rules/search/search-words.ts';
import { updateNight } from '../../api/nights.ts';
import {
  type Finding,
  type UnitHealth,
  type UnitStrips,
  unitStripsQuery,
  type VenueHealth,
} from '../../api/unit-health.ts';
import { attempt } from '../../components/attempt.ts';
import { VenueName } from '../../components/context-line.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { LoadError, Loaded } from '../../components/load-error.tsx';
import { useVenues } from '../../context/use-venues.ts';
import { paths, type UnitsSearch } from '../../paths.ts';
import { HealthContext, intervalsOf, StripLegend, StripTable, useHealth } from './health.tsx';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { rowsOf } from '../../ui/load-state.tsx';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { Link, LinkButton, useSetAddress } from '../../ui/link.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { titleOf, type UnitRow, unitColumns } from './list/unit-columns.tsx';
import styles from './units-screen.module.css';

const AllUnits = lazyPart(() => import('./list/all-units.tsx'));
const ChosenUnits = lazyPart(() => import('./list/chosen-units.tsx'));

const choices = { all: 'All', attention: 'Attention' } as const;

/** Those with findings first, most urgent first, and the others in the order of the venue. */
function rowsOfHealth(health: VenueHealth, strips: UnitStrips | undefined): UnitRow[] {
  const found = new Set(health.findings.map(({ unitId }) => unitId));
  const troubled = new Set(
    health.findings.flatMap(({ unitId, kind }) => (isOver(kind) ? [] : [unitId])),
  );
  const stripOf = new Map(strips?.units.map((strip) => [strip.unitId, strip]));
  const order = new Map([...found].map((unitId, nth) => [unitId, nth]));
  return health.units
    .map((unit) => ({
      unit,
      isFound: found.has(unit.unitId),
      isTroubled: troubled.has(unit.unitId),
      strip: stripOf.get(unit.unitId),
    }))
    .toSorted(
      ({ unit: { unitId: one } }, { unit: { unitId: other } }) =>
        (order.get(one) ?? found.size) - (order.get(other) ?? found.size),
    );
}

/** From this number of units on they can be searched and put in order. */
const toolsFrom = 8;

const orders = {
  attention: 'Attention first',
  number: 'Number',
  name: 'Name',
  state: 'State',
} as const;
type Order = keyof typeof orders;
const isOrder = (text: string): text is Order => text in orders;

const collator = new Intl.Collator('en-US', { numeric: true });

/** In maintenance, offline, never in contact, online. */
const stateRank = ({ inMaintenance, state }: UnitHealth): number =>
  inMaintenance ? -1 : ['offline', 'new', 'online'].indexOf(state);

/** Those whose name, number or state has the text, in the order. */
export function foundUnits(rows: readonly UnitRow[], text: string, order: Order): UnitRow[] {
  const matches = matcherOf(text);
  const found = rows.filter(({ unit }) => matches(titleOf(unit), unit.text));
  if (order === 'number') return found.sort((a, b) => a.unit.unitNumber - b.unit.unitNumber);
  if (order === 'state')
    return found.sort(
      ({ unit: a }, { unit: b }) => stateRank(a) - stateRank(b) || a.unitNumber - b.unitNumber,
    );
  if (order === 'name')
    return found.sort((a, b) => collator.compare(titleOf(a.unit), titleOf(b.unit)));
  return found;
}

export default function UnitsScreen() {
  const search = useSearch({ from: '/units' });
  const { active } = useVenues();
  return search.venues === 'all' ? (
    <Suspense>
      <AllUnits search={search} />
    </Suspense>
  ) : (
    <VenueUnits key={active?.id} search={search} />
  );
}

/** The units of a venue: how each is, and what it did in the last 24 hours. */
function VenueUnits({ search }: { readonly search: UnitsSearch }) {
  const navigate = useNavigate();
  const setAddress = useSetAddress();
  const { active, venues } = useVenues();
  const venueId = active?.id ?? '';
  const shown = useHealth();
  const { health, nowMs, timezone } = shown;
  const stripsResult = useQuery({ ...unitStripsQuery(venueId), enabled: active !== undefined });
  const strips = stripsResult.data;
  const show = search.show === 'attention' ? 'attention' : 'all';
  const startMs = strips ? Date.parse(strips.from) : nowMs;
  const hours = strips?.units[0]?.orders.length ?? 0;
  const { state } = shown;
  const [find, setFind] = useState('');
  const [order, setOrder] = useState<Order>('attention');
  const rows = useMemo(
    () =>
      rowsOf(state, (known) =>
        foundUnits(
          rowsOfHealth(known, strips).filter(({ isFound }) => show === 'all' || isFound),
          find,
          order,
        ),
      ),
    [state, strips, show, find, order],
  );
  const total = health?.units.length ?? 0;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const isChoosing = chosen !== null;
  const toggle = useCallback((id: string) => setChosen((ids) => ids && toggled(ids, id)), []);
  const columns = useMemo(
    () =>
      unitColumns({
        venueId,
        startMs,
        hours,
        nowMs,
        timezone,
        choosing: chosen && { chosen: new Set(chosen), toggle },
      }),
    [venueId, startMs, hours, nowMs, timezone, chosen, toggle],
  );
  const hasNone = health === undefined || health.units.length === 0;
  return (
    <>
      <PageHeader
        title="Units"
        context={
          <HealthContext shown={shown}>
            <VenueName />
            {total > 0 && ` · ${counted(total, 'unit')}`}
          </HealthContext>
        }
        actions={
          <>
            {venues.length > 1 && (
              <LinkButton variant="default" href={paths.units({ venues: 'all' })}>
                All venues
              </LinkButton>
            )}
            {may('units.maintenance') && (
              <Button
                variant="default"
                disabled={total === 0}
                onClick={() => setChosen(isChoosing ? null : [])}
              >
                {isChoosing ? 'Done' : 'Choose units'}
              </Button>
            )}
            <SegmentedChoice
              label="Units shown"
              options={choices}
              value={show}
              onChange={(next) =>
                setAddress(
                  paths.units({
                    venue: venueId,
                    show: next === 'attention' ? next : undefined,
                  }),
                )
              }
            />
          </>
        }
      />
      {state.state === 'failed' && <Loaded of={state}>{() => null}</Loaded>}
      {stripsResult.isLoadingError && (
        <LoadError what="sales by hour" error={stripsResult.error} onRetry={stripsResult.refetch} />
      )}
      {health && (
        <NightCard
          venueId={venueId}
          night={health.night}
          finding={health.findings.find(({ unitId }) => unitId === null)}
        />
      )}
      {state.state !== 'failed' && (
        <div
          key={health ? 'ready' : 'loading'}
          className={styles['list']}
          data-stale={shown.problem !== null}
        >
          <Card flush>
            {total >= toolsFrom && (
              <ListTools label="Find a unit" q={find} onSearch={setFind}>
                <SelectField
                  label="Order"
                  value={order}
                  data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
                  onChange={({ currentTarget: { value } }) =>
                    setOrder(isOrder(value) ? value : 'attention')
                  }
                />
              </ListTools>
            )}
            {isChoosing && (
              <Suspense>
                <ChosenUnits
                  shown={
                    rows.state === 'data'
                      ? rows.data.map(({ unit: { unitId } }) => ({ unitId, venueId }))
                      : []
                  }
                  chosen={chosen.map((unitId) => ({ unitId, venueId }))}
                  onChoose={(units) => setChosen(units.map(({ unitId }) => unitId))}
                />
              </Suspense>
            )}
            <DataTable
              label="Units"
              columns={columns}
              of={rows}
              rowKey={({ unit }) => unit.unitId}
              skeletonRows={3}
              twoLines
              onOpen={({ unit }) =>
                isChoosing
                  ? toggle(unit.unitId)
                  : void navigate({ to: '.', href: paths.unit(unit.unitNumber, venueId) })
              }
              empty={
                <EmptyState
                  icon={IconInfoCircle}
                  action={
                    hasNone && active && may('settings.write') ? (
                      <LinkButton href={paths.createUnit(active.id)}>Add unit</LinkButton>
                    ) : undefined
                  }
                >
                  {hasNone
                    ? 'This venue has no units yet.'
                    : find.trim() === ''
                      ? 'No unit needs attention.'
                      : 'No unit matches.'}
                </EmptyState>
              }
            />
          </Card>
          <StripLegend />
          {strips && rows.state === 'data' && (
            <StripTable
              label="Last 24 hours"
              heading="Unit"
              strips={rows.data.flatMap(({ unit, strip }) =>
                strip
                  ? [
                      {
                        name: titleOf(unit),
                        activity: strip,
                        offline: intervalsOf(strip.offline),
                        startMs,
                      },
                    ]
                  : [],
              )}
              nowMs={nowMs}
              timezone={timezone}
            />
          )}
        </div>
      )}
    </>
  );
}

interface NightCardProps {
  readonly venueId: string;
  readonly night: VenueHealth['night'];
  /** That all units are silent. */
  readonly finding: Finding | undefined;
}

/** That all units are silent, or that the night is marked as closed, with a way to change the mark. */
export function NightCard({ venueId, night, finding }: NightCardProps) {
  const [isSaving, setSaving] = useState(false);
  const isClosed = night?.closed === true;
  if (!isClosed && finding === undefined) return null;
  const mark = async (closed: boolean) => {
    if (night === null) return;
    setSaving(true);
    await attempt(`night of ${venueId}`, () => updateNight(venueId, night.day, { closed }));
    setSaving(false);
  };
  const maySet = may('settings.write');
  return (
    <Card>
      <div className={styles['night']}>
        <div>
          <h2 className="text-15 semibold">
            {isClosed ? 'Tonight is marked as closed' : finding?.text}
          </h2>
          <p className="dim text-13 break-anywhere no-margin">
            {isClosed
              ? 'No unit counts as offline or silent, and later nights do not expect these sales.'
              : nextSteps.allSilent}
          </p>
        </div>
        {maySet && night !== null && (
          <Button
            variant={isClosed ? 'default' : 'filled'}
            loading={isSaving}
            onClick={() => void mark(!isClosed)}
          >
            {isClosed ? 'Not closed' : 'Closed tonight'}
          </Button>
        )}
        {maySet && night === null && (
          <Link href={paths.venue(venueId)}>Set when your day starts</Link>
        )}
      </div>
    </Card>
  );
}
