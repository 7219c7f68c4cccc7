import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../lib/money.ts';
import { formatInZone } from '../../lib/time-in-zone.ts';
import { refusedSaleMessages } from '../../rules/orders/refused-sale-messages.ts';
import { unitTitle } from '../../rules/units/unit-names.ts';
import type { RefusedSale } from '../api/refused-sales.ts';
import { agoText } from './date-text.ts';
import { settleSale } from './issues/use-issue-actions.ts';
import { may } from '../session/permissions.ts';
import { Card } from '../ui/page.tsx';
import styles from './refused-sale-card.module.css';

interface RefusedSaleCardProps {
  readonly sale: RefusedSale;
  /** IANA name. */
  readonly timezone: string;
  readonly nowMs: number;
}

type Action = 'take' | 'dismiss';

export function RefusedSaleCard({ sale, timezone, nowMs }: RefusedSaleCardProps) {
  const [pending, setPending] = useState<Action | null>(null);
  const { amount, canBeTaken, drinks, id, message } = sale;

  const settle = async (action: Action) => {
    setPending(action);
    await settleSale(id, action);
    setPending(null);
  };

  return (
    <Card>
      <article className={styles['sale']} aria-label={`${message} at ${timesText(sale, nowMs)}`}>
        <div className={styles['words']}>
          <h2 className="text-15 semibold">{message}</h2>
          <p className="dim text-13 break-anywhere no-margin">
            {[
              unitTitle({ unitNumber: sale.unitNumber, name: sale.unitName }),
              sale.soldAt && `sold ${formatInZone(Date.parse(sale.soldAt), timezone)}`,
              timesText(sale, nowMs),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {canBeTaken ? (
            <ul className={styles['drinks']}>
              {drinks.map((drink, index) => (
                // Drinks of an order have no ids, and do not move.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index}>
                  <span>
                    {`${drink.quantity} × ${drink.name ?? 'Unknown drink'}${drink.isDouble ? ', double' : ''}`}
                  </span>
                  <span className="dim text-13 break-anywhere no-margin">{pricesText(drink)}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="dim text-13 break-anywhere no-margin">{`${sale.field}: ${refusedSaleMessages.unreadable}`}</p>
          )}
        </div>
        {may('sales.write') && (
          <div className="flex wrap gap-8">
            {canBeTaken && (
              <Button
                loading={pending === 'take'}
                disabled={pending !== null}
                onClick={() => void settle('take')}
              >
                {refusedSaleMessages.book(amount)}
              </Button>
            )}
            <Button
              variant="default"
              loading={pending === 'dismiss'}
              disabled={pending !== null}
              onClick={() => void settle('dismiss')}
            >
              Dismiss
            </Button>
          </div>
        )}
      </article>
    </Card>
  );
}

const timesText = ({ times, lastAt }: RefusedSale, nowMs: number): string => {
  const last = agoText(Date.parse(lastAt), nowMs);
  return times === 1 ? `refused ${last}` : `refused ${times} times, last ${last}`;
};

/** Empty where amounts are hidden. */
function pricesText({ charged, listed }: RefusedSale['drinks'][number]): string {
  const menu =
    typeof listed === 'number' ? `${formatMoney(listed)} on the menu` : 'not on this unit';
  if (charged === undefined) return listed === null ? menu : '';
  return charged === null ? menu : `charged ${formatMoney(charged)}, ${menu}`;
}
