import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decimalPercent } from '../../../lib/decimal-percent.ts';
import { formatMoney } from '../../../lib/money.ts';
import { healthText, shortHealthText } from '../../../rules/health/position-health.ts';
import { flowText } from '../../../rules/health/position-nights.ts';
import { dayAt, shiftDay } from '../../../rules/nights/nights.ts';
import { positionsFor, type UnitCategory } from '../../../rules/stock/positions.ts';
import {
  type PositionsHealth,
  positionHealthQuery,
  type Twins,
  twinsQuery,
} from '../../api/unit-health.ts';
import { unitsQuery } from '../../api/units.ts';
import { ListCard } from '../../components/list-card.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import type { DrawnPosition } from '../../components/unit-drawing/geometry.ts';
import { UnitDrawing } from '../../components/unit-drawing/unit-drawing.tsx';
import { useNightRules } from '../../context/use-night-rules.ts';
import { may } from '../../session/permissions.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState } from '../../ui/page.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { StripLegend } from './health.tsx';
import { PositionNights } from './position-nights.tsx';
import styles from './unit-screen.module.css';

const marks = { sales: 'Pours', failed: 'Failed pours', flow: 'Flow, ml/s' };

const spans = { 7: '7 nights', 28: '28 nights' } as const;

interface UnitPositionsProps {
  readonly venueId: string;
  readonly number: string;
  readonly nowMs: number;
}

/** Failed pours of the positions of a unit, in its drawing and in a table. */
export default function UnitPositions({ venueId, number, nowMs }: UnitPositionsProps) {
  const [nights, setNights] = useState<'7' | '28'>('7');
  const { rules } = useNightRules(venueId);
  const { timezone } = guessedTimezone();
  const to = dayAt(rules, nowMs, timezone);
  const days = { from: shiftDay(to, 1 - Number(nights)), to };
  const result = useQuery({
    ...positionHealthQuery(number, { ...days, timezone: rules ? undefined : timezone }),
    enabled: rules !== undefined,
  });
  const { data: units } = useQuery(unitsQuery(venueId));
  const { data: compared } = useQuery(twinsQuery(venueId, number, timezone));
  const unit = units?.find(({ unitNumber }) => String(unitNumber) === number);
  const state = loadState(result, {
    what: 'positions',
    isEmpty: ({ positions }) => positions.length === 0,
  });
  const positions = state.state === 'data' ? state.data.positions : undefined;
  const movedFaults = state.state === 'data' ? state.data.movedFaults : [];
  return (
    <div className="stack gap-18">
      <div className="flex">
        <SegmentedChoice label="Nights" options={spans} value={nights} onChange={setNights} />
      </div>
      {unit && (
        <Card>
          <div className={styles['drawnPositions']}>
            <UnitDrawing
              category={unit.category}
              unit={unit}
              places={
                state.state === 'pending' ? undefined : placesOf(unit.category, positions ?? [])
              }
              summary={summaryOf(positions ?? [])}
            />
          </div>
        </Card>
      )}
      {movedFaults.length > 0 && (
        <Card title="Moved faults">
          <ul>
            {movedFaults.map(({ ingredientId, text }) => (
              <li key={ingredientId} className="break-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {positions && positions.length > 0 && <StripLegend of={marks} />}
      <ListCard
        label="Failed pours by position"
        columns={columns}
        of={state.state === 'data' ? { ...state, data: state.data.positions } : state}
        rowKey={({ position }) => String(position)}
        twoLines
        empty={<EmptyState>Nothing was poured in these nights</EmptyState>}
      />
      {compared?.twins.map((twins) => (
        <TwinsCard key={twins.text} twins={twins} />
      ))}
    </div>
  );
}

/** Two units that sell the same, side by side. */
function TwinsCard({ twins: { units, common, prices, text } }: { readonly twins: Twins }) {
  const seesMoney = may('money.read');
  const pricesShown = seesMoney ? prices : [];
  return (
    <Card title="Last 28 nights, beside a unit that sells the same">
      <p className="break-anywhere">
        {text}{' '}
        <span className="dim">
          {Math.round(100 * common)}% of their sales are of the same drinks.
        </span>
      </p>
      <table className={styles['twins']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Figure</span>
            </th>
            {units.map(({ unitName, unitNumber }) => (
              <th key={unitNumber} scope="col">
                <bdi className="break-anywhere">{unitName ?? `Unit ${unitNumber}`}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(([label, valueOf]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {units.map((unit) => (
                <td key={unit.unitNumber}>{valueOf(unit)}</td>
              ))}
            </tr>
          ))}
          {pricesShown.map(({ name, one, other }) => (
            <tr key={name}>
              <th scope="row">
                Price of <bdi className="break-anywhere">{name}</bdi>
              </th>
              <td>{formatMoney(one)}</td>
              <td>{formatMoney(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** True for an amount of money. */
type Figure = readonly [string, (unit: Twins['units'][number]) => string, boolean?];

const figures: readonly Figure[] = [
  [
    'Failed pours',
    ({ failed, pours }) =>
      `${pours === 0 ? '–' : decimalPercent(failed / pours)} of ${pours.toLocaleString('en-US')}`,
  ],
  ['Flow', ({ mlPerSecond }) => (mlPerSecond === null ? '–' : `${mlPerSecond.toFixed(1)} ml/s`)],
  [
    'Sales an hour in contact',
    ({ salesPerHour }) => (salesPerHour === null ? '–' : formatMoney(salesPerHour)),
    true,
  ],
];

type Position = PositionsHealth['positions'][number];

const namesOf = ({ ingredients }: Position): string =>
  ingredients.map(({ name }) => name).join(', ');

const wordOf = ({ state }: Position): string =>
  state === 'failing' || state === 'slowing' ? `, ${state}` : '';

const colours = { failing: 'out', slowing: 'low', usual: 'good', few: 'good' } as const;

/** Every position of the unit; those without pours are grey, as are those with too few. */
const placesOf = (category: UnitCategory, positions: readonly Position[]): DrawnPosition[] => {
  const drawn = [
    ...positionsFor(category, 'carousel'),
    ...(category === 'BEERTENDER' ? [] : positionsFor(category, 'soda gun')),
  ];
  return drawn.map((position) => {
    const found = positions.find((one) => String(one.position) === position);
    return {
      position,
      ingredientId: position,
      name: found ? namesOf(found) : 'nothing poured',
      percent: found?.rate == null ? 0 : Math.round(100 * found.rate),
      state: colours[found?.state ?? 'few'],
      timeLeft: found
        ? { short: shortHealthText(found), long: `${healthText(found)}${wordOf(found)}` }
        : { short: '–', long: 'too few pours to say' },
    };
  });
};

const summaryOf = (positions: readonly Position[]) => {
  const count = (asked: Position['state']): number =>
    positions.filter(({ state }) => state === asked).length;
  const word = count('failing') === 0 && count('slowing') > 0 ? 'slowing' : 'failing';
  const shown = count(word);
  return { big: String(shown), below: `${shown === 1 ? 'position' : 'positions'} ${word}` };
};

const outcomes = {
  empty: 'empty',
  blocked: 'blocked',
  timeout: 'too slow',
  partial: 'stopped early',
} as const;

const outcomesText = (position: Position): string =>
  (['empty', 'blocked', 'timeout', 'partial'] as const)
    .filter((outcome) => position[outcome] > 0)
    .map((outcome) => `${position[outcome].toLocaleString('en-US')} ${outcomes[outcome]}`)
    .join(', ');

const columns: DataColumn<Position>[] = [
  {
    id: 'position',
    header: 'Position',
    chars: 16,
    cell: (row) => (
      <>
        {row.position} <bdi className="break-anywhere">{namesOf(row)}</bdi>
        <br />
        <span className="dim">
          {healthText(row)}
          {row.flow && ` · ${flowText(row.flow)}`}
        </span>
      </>
    ),
  },
  {
    id: 'nights',
    header: '28 nights',
    width: 240,
    chars: 20,
    from: 'medium',
    leads: true,
    cell: ({ nights }) => <PositionNights nights={nights} />,
    folded: ({ nights }) => <PositionNights nights={nights} />,
  },
  {
    id: 'outcomes',
    header: 'Failed',
    chars: 16,
    from: 'medium',
    cell: (row) => outcomesText(row) || '–',
    folded: (row) => outcomesText(row) || null,
  },
  {
    id: 'state',
    header: 'State',
    width: 110,
    chars: 8,
    cell: ({ state }) =>
      ({
        failing: <strong>Failing</strong>,
        slowing: <strong>Slowing</strong>,
        usual: 'As usual',
        few: 'Too few',
      })[state],
  },
];
