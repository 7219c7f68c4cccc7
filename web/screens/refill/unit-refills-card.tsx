import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { groupBy } from '../../../lib/lists.ts';
import { formatMoney } from '../../../lib/money.ts';
import { forecastMessages } from '../../../rules/forecast/forecast-messages.ts';
import { msOf, runOutText } from '../../../rules/forecast/run-out-text.ts';
import { bottleText } from '../../../rules/loss/costs.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import type { Leftover } from '../../../rules/stock/ingredient.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import {
  addRefill,
  changeRefill,
  recordedRefills,
  type Refill,
  removeRefill,
  waitingRefills,
} from '../../api/refill-queue.ts';
import { isServerReached } from '../../api/waiting-queue.ts';
import type { RefillItem, RefillList, UnitRefills } from '../../api/stock-forecast.ts';
import { may } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/page.tsx';
import { takeFocus } from '../../ui/keep-focus.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { useSharedValue } from '../../ui/hooks.ts';
import styles from './refill-screen.module.css';

interface UnitRefillsCardProps {
  readonly venueId: string;
  readonly unit: ListedUnit;
  readonly timezone: string;
  readonly nowMs: number;
}

/** Positions in the order in which they were shown before, so that no row moves under a finger while others are ticked. */
function useSteadyOrder(positions: readonly number[], isSteady: boolean): readonly number[] {
  const [shown, setShown] = useState(positions);
  const added = positions.filter((position) => !shown.includes(position));
  const order = isSteady ? [...shown, ...added] : positions;
  if (order.join() !== shown.join()) setShown(order);
  return order.filter((position) => positions.includes(position));
}

/** The second press of a double press would change the row that took the place of the pressed one. */
function ignoreDoublePress(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Places of a unit to refill, with a tick for each, and those that were ticked. */
export function UnitRefillsCard({ venueId, unit, timezone, nowMs }: UnitRefillsCardProps) {
  const { unitNumber, unitName, tracked, items, ticked, atRisk } = unit;
  const permitted = may('stock.refill');
  const positions = new Set([...items, ...ticked].map(({ position }) => position));
  // Those that are hardly worth a walk are last.
  const minor = new Set(items.filter(isMinor).map(({ position }) => position));
  const ranked = [...positions].sort((a, b) => Number(minor.has(a)) - Number(minor.has(b)));
  const order = useSteadyOrder(ranked, ticked.length > 0);
  const firstMinor = order.findIndex((position) => minor.has(position));
  /** Control that was pressed last: the one that takes its place gets the focus. */
  const [pressed, setPressed] = useState<{ position: number; control: 'tick' | 'undo' }>();
  return (
    <Card
      flush
      title={unitTitle({ unitNumber, name: unitName })}
      actions={
        atRisk !== undefined &&
        atRisk > 0 && <span className={styles['dim']}>{formatMoney(atRisk)} at risk</span>
      }
    >
      {!tracked && <p className={styles['reason']}>{forecastMessages.notTracked}.</p>}
      <ul onClickCapture={ignoreDoublePress}>
        {order.map((position, nth) => {
          const item = items.find((one) => one.position === position);
          const refill = ticked.findLast((one) => one.position === position);
          const isAfter = (control: 'tick' | 'undo') =>
            pressed?.position === position && pressed.control === control;
          return item ? (
            <RefillRow
              key={position}
              startsMinor={nth === firstMinor}
              item={item}
              unit={{ venueId, ...unit }}
              timezone={timezone}
              nowMs={nowMs}
              disabled={!tracked || !permitted}
              takesFocus={isAfter('undo')}
              onPress={() => setPressed({ position, control: 'tick' })}
            />
          ) : (
            refill && (
              <TickedRow
                key={position}
                refill={refill}
                timezone={timezone}
                takesFocus={isAfter('tick')}
                onPress={() => setPressed({ position, control: 'undo' })}
              />
            )
          );
        })}
      </ul>
    </Card>
  );
}

interface RefillRowProps {
  readonly item: RefillItem;
  readonly unit: Pick<ListedUnit, 'unitId' | 'unitNumber' | 'unitName'> & {
    readonly venueId: string;
  };
  readonly timezone: string;
  readonly nowMs: number;
  readonly disabled: boolean;
  /** True for the first of those that are hardly worth a walk. */
  readonly startsMinor: boolean;
  /** True when it takes the place of a row whose Undo was pressed. */
  readonly takesFocus: boolean;
  readonly onPress: () => void;
}

/** A place to refill; its whole row is the tick. */
function RefillRow(props: RefillRowProps) {
  const { item, unit, timezone, nowMs, disabled, startsMinor, takesFocus, onPress } = props;
  const userId = useSession()?.claims.sub ?? '';
  const { venueId, unitId, unitNumber, unitName } = unit;
  const { position, ingredientId, name, levelPercent, sizeMl, atRisk, note } = item;
  const isOut = item.odds === 1 && item.earliest === null;
  const times = { earliestMs: msOf(item.earliest), likelyMs: msOf(item.likely) };
  const tick = () => {
    onPress();
    addRefill({ userId, venueId, unitId, unitNumber, unitName, position, ingredientId, name });
  };
  return (
    <li>
      {startsMinor && (
        <p
          className={styles['minor']}
        >{`Only if you are there: under ${formatMoney(floorDollars)} at risk`}</p>
      )}
      <label className={styles['row']} data-disabled={disabled}>
        <input
          type="checkbox"
          className={styles['tick']}
          checked={false}
          disabled={disabled}
          ref={takesFocus ? takeFocus : undefined}
          onChange={tick}
        />
        <span className={styles['position']}>
          <span className="sr-only">Position </span>
          {position}
        </span>
        <span className={styles['words']}>
          <span className={styles['name']}>
            {name} <span className={styles['dim']}>{bottleText(sizeMl)}</span>
          </span>
          <span className={styles['when']} data-out={isOut}>
            {runOutText(times, isOut, nowMs, timezone)}
          </span>
          {note !== null && <span className={styles['note']}>{note}</span>}
        </span>
        <span className={styles['numbers']}>
          <span>{levelPercent}%</span>
          {atRisk !== undefined && atRisk > 0 && (
            <span className={styles['dim']}>{formatMoney(atRisk)}</span>
          )}
        </span>
      </label>
    </li>
  );
}

const leftovers: Readonly<Record<Leftover, string>> = {
  poured_over: 'Poured over',
  kept: 'Kept',
  thrown_away: 'Thrown away',
};

/** Less at risk than this is not worth a walk, as long as the bottle is half full. */
const [floorDollars, floorPercent] = [10, 50];

const isMinor = ({ atRisk, levelPercent }: RefillItem): boolean =>
  atRisk !== undefined && atRisk < floorDollars && levelPercent >= floorPercent;

/** By percent. */
const levels = { 25: '25%', 50: '50%', 75: '75%', 100: 'Full' };

interface TickedRowProps {
  readonly refill: Refill & { readonly isWaiting: boolean };
  readonly timezone: string;
  /** True when it takes the place of a row that was ticked. */
  readonly takesFocus: boolean;
  readonly onPress: () => void;
}

/**
 * A place that was ticked. Until it is sent it can be taken back, and the new level and what became of the rest in the
 * old bottle can be chosen.
 */
function TickedRow({ refill, timezone, takesFocus, onPress }: TickedRowProps) {
  const { key, position, name, leftover, levelPercent = 100, atMs, isWaiting, isSent } = refill;
  const isReached = useSharedValue(isServerReached);
  const time = timeThereText(atMs, timezone);
  const done = levelPercent === 100 ? 'Refilled' : `Refilled to ${levelPercent}%`;
  return (
    <li className={styles['ticked']}>
      <IconCheck className={styles['check']} size={22} stroke={2} aria-hidden="true" />
      <span className={styles['position']}>
        <span className="sr-only">Position </span>
        {position}
      </span>
      <span className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['dim']}>
          {isWaiting && !isReached ? `${done} at ${time}, not sent yet` : `${done} at ${time}`}
        </span>
      </span>
      {isWaiting && !isSent && (
        <span className={styles['rest']}>
          <span className={styles['dim']} aria-hidden="true">
            New bottle
          </span>
          <SegmentedChoice
            label={`New level of ${name}`}
            options={levels}
            value={String(levelPercent)}
            onChange={(chosen) => changeRefill(key, { levelPercent: Number(chosen) })}
          />
          <span className={styles['dim']} aria-hidden="true">
            Rest of the old one
          </span>
          <SegmentedChoice<Leftover>
            label={`Rest of the old ${name}`}
            options={leftovers}
            value={leftover}
            onChange={(chosen) => changeRefill(key, { leftover: chosen })}
          />
          <Button
            size="compact-sm"
            variant="default"
            ref={takesFocus ? takeFocus : undefined}
            aria-label={`Undo the refill of ${name} at position ${position}`}
            onClick={() => {
              onPress();
              removeRefill(key);
            }}
          >
            Undo
          </Button>
        </span>
      )}
    </li>
  );
}

interface Ticks {
  /** Of this account at the venue, not sent yet, oldest first. */
  readonly waiting: readonly Refill[];
  /** Recorded since the page was loaded. */
  readonly recorded: readonly Refill[];
}

/** Refills that were ticked. */
export function useTicks(venueId: string): Ticks {
  const userId = useSession()?.claims.sub ?? '';
  const all = useSharedValue(waitingRefills);
  const recorded = useSharedValue(recordedRefills);
  const isHere = (refill: Refill): boolean =>
    refill.venueId === venueId && refill.userId === userId;
  return { waiting: all.filter(isHere), recorded: recorded.filter(isHere) };
}

/** A unit with what is left to refill, and what was ticked. */
interface ListedUnit extends Pick<
  UnitRefills,
  'unitId' | 'unitNumber' | 'unitName' | 'tracked' | 'items'
> {
  readonly atRisk?: number | undefined;
  readonly ticked: readonly (Refill & { readonly isWaiting: boolean })[];
}

/**
 * Units of the list and of the ticks, by number. A place that is ticked is not left to refill; one that is listed again
 * after it was recorded is.
 */
export function listedUnits(units: readonly UnitRefills[], ticks: Ticks): ListedUnit[] {
  const waiting = new Set(ticks.waiting.map(placeOf));
  const left = units.map((unit) => {
    const items = unit.items.filter(
      ({ position }) => !waiting.has(placeOf({ unitId: unit.unitId, position })),
    );
    return { ...unit, items, atRisk: riskLeft(unit, items) };
  });
  const toRefill = new Set(
    left.flatMap((unit) =>
      unit.items.map(({ position }) => placeOf({ unitId: unit.unitId, position })),
    ),
  );
  const ticked = groupBy(
    [
      ...ticks.recorded
        .filter((refill) => !toRefill.has(placeOf(refill)) && !waiting.has(placeOf(refill)))
        .map((refill) => ({ ...refill, isWaiting: false })),
      ...ticks.waiting.map((refill) => ({ ...refill, isWaiting: true })),
    ],
    (refill) => refill.unitId,
  );
  const known = new Set(units.map(({ unitId }) => unitId));
  const others = [...ticked].flatMap(([unitId, [first]]) =>
    first && !known.has(unitId)
      ? [
          {
            unitId,
            unitNumber: first.unitNumber,
            unitName: first.unitName,
            tracked: true,
            items: [],
          },
        ]
      : [],
  );
  return [...left, ...others]
    .map((unit) => ({ ...unit, ticked: ticked.get(unit.unitId) ?? [] }))
    .sort((a, b) => a.unitNumber - b.unitNumber);
}

/** Sums of the list once what is ticked is refilled. */
export function leftToLoad(
  { units, load, atRisk }: Pick<RefillList, 'units' | 'load' | 'atRisk'>,
  left: readonly ListedUnit[],
): Pick<RefillList, 'load' | 'atRisk'> {
  const ticked = units.flatMap((unit) => {
    const items = left.find(({ unitId }) => unitId === unit.unitId)?.items ?? [];
    return unit.items.filter((item) => !items.includes(item));
  });
  if (ticked.length === 0) return { load, atRisk };
  return {
    load: load.flatMap(({ bottles, ...one }) => {
      const done = ticked.filter(({ name, sizeMl }) => name === one.name && sizeMl === one.sizeMl);
      return done.length < bottles ? [{ ...one, bottles: bottles - done.length }] : [];
    }),
    atRisk: left.reduce((sum, unit) => sum + (unit.atRisk ?? 0), 0),
  };
}

/** Of the ingredients that are still to be refilled in a unit, at most what is at risk in it. */
function riskLeft({ items, atRisk }: UnitRefills, left: readonly RefillItem[]): number {
  if (left.length === items.length) return atRisk;
  const byIngredient = new Map(left.map((item) => [item.ingredientId, item.atRisk]));
  const sum = [...byIngredient.values()].reduce((all, risk) => all + risk, 0);
  return Math.min(atRisk, sum);
}

const placeOf = ({ unitId, position }: { unitId: string; position: number }): string =>
  `${unitId} ${position}`;
