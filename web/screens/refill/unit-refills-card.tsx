import { useState } from 'react';
import type { MouseEvent } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { forecastMessages } from '../../../rules/forecast/forecast-messages.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import type { ListedUnit } from './listed-units.ts';
import { RefillRow } from './refill-row.tsx';
import styles from './refill-screen.module.css';
import { TickedRow } from './ticked-row.tsx';

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
  const order = useSteadyOrder([...positions], ticked.length > 0);
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
      <ul className={styles['rows']} onClickCapture={ignoreDoublePress}>
        {order.map((position) => {
          const item = items.find((one) => one.position === position);
          const refill = ticked.findLast((one) => one.position === position);
          const isAfter = (control: 'tick' | 'undo') =>
            pressed?.position === position && pressed.control === control;
          return item ? (
            <RefillRow
              key={position}
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
