import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { todayIn } from '../../../lib/day-range.ts';
import { healthText, shortHealthText } from '../../../rules/health/position-health.ts';
import { nightAt, shiftDay } from '../../../rules/nights/nights.ts';
import { positionsFor, type UnitCategory } from '../../../rules/stock/positions.ts';
import { type PositionsHealth, positionHealthQuery } from '../../api/unit-health.ts';
import { unitsQuery } from '../../api/units.ts';
import { ListCard } from '../../components/list-card.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import type { DrawnPosition } from '../../components/unit-drawing/geometry.ts';
import { UnitDrawing } from '../../components/unit-drawing/unit-drawing.tsx';
import { useNightRules } from '../../context/use-night-rules.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState } from '../../ui/page.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import styles from './unit-screen.module.css';

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
  const to = rules ? nightAt(rules, nowMs).day : todayIn(timezone, nowMs);
  const days = { from: shiftDay(to, 1 - Number(nights)), to };
  const result = useQuery({
    ...positionHealthQuery(number, { ...days, timezone: rules ? undefined : timezone }),
    enabled: rules !== undefined,
  });
  const { data: units } = useQuery(unitsQuery(venueId));
  const unit = units?.find(({ unitNumber }) => String(unitNumber) === number);
  const state = loadState(result, {
    what: 'positions',
    isEmpty: ({ positions }) => positions.length === 0,
  });
  const positions = state.state === 'data' ? state.data.positions : undefined;
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
      <ListCard
        label="Failed pours by position"
        columns={columns}
        of={state.state === 'data' ? { ...state, data: state.data.positions } : state}
        rowKey={({ position }) => String(position)}
        twoLines
        empty={<EmptyState>Nothing was poured in these nights</EmptyState>}
      />
    </div>
  );
}

type Position = PositionsHealth['positions'][number];

const namesOf = ({ ingredients }: Position): string =>
  ingredients.map(({ name }) => name).join(', ');

const wordOf = ({ state }: Position): string => (state === 'failing' ? ', failing' : '');

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
      state: found?.state === 'failing' ? 'out' : 'good',
      timeLeft: found
        ? { short: shortHealthText(found), long: `${healthText(found)}${wordOf(found)}` }
        : { short: '–', long: 'too few pours to say' },
    };
  });
};

const summaryOf = (positions: readonly Position[]) => {
  const failing = positions.filter(({ state }) => state === 'failing').length;
  return { big: String(failing), below: failing === 1 ? 'position failing' : 'positions failing' };
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
        <span className="dim">{healthText(row)}</span>
      </>
    ),
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
      ({ failing: <strong>Failing</strong>, usual: 'As usual', few: 'Too few' })[state],
  },
];
