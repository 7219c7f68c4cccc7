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

/** Places of a unit to refill, with a tick for each, and those that were ticked. */
export function UnitRefillsCard({ venueId, unit, timezone, nowMs }: UnitRefillsCardProps) {
  const { unitNumber, unitName, tracked, items, ticked, atRisk } = unit;
  const permitted = may('stock.refill');
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
      <ul className={styles['rows']}>
        {items.map((item) => (
          <RefillRow
            key={item.position}
            item={item}
            unit={{ venueId, ...unit }}
            timezone={timezone}
            nowMs={nowMs}
            disabled={!tracked || !permitted}
          />
        ))}
        {ticked.map((refill) => (
          <TickedRow key={refill.key} refill={refill} timezone={timezone} />
        ))}
      </ul>
    </Card>
  );
}
