import { formatMoney } from '../../../lib/money.ts';
import type { OrderDetail } from '../../api/orders.ts';
import { Actions, Poured, Status } from './columns.tsx';
import styles from './order-panel.module.css';
import { lineTotal, toRows } from './sale-rows.ts';

type Pour = OrderDetail['drinks'][number]['pours'][number];

const pourText = ({ position, ml, ms, outcome }: Pour) =>
  `position ${position}: ${ml} ml in ${(ms / 1000).toFixed(1)} s, ${outcome}`;

const amountsText = ({ tax, tips }: { readonly tax: number; readonly tips: number }) =>
  [tax ? `tax ${formatMoney(tax)}` : '', tips ? `tips ${formatMoney(tips)}` : '']
    .filter(Boolean)
    .join(', ');

/** The drinks of an order with what was asked for and what was poured. */
export function OrderDrinks({ detail }: { readonly detail: OrderDetail }) {
  return (
    <ul className={styles['drinks']}>
      {toRows([detail.sale]).map((row) => {
        const { drink, index } = row;
        const { pours = [], ingredients = [] } = detail.drinks[index] ?? {};
        return (
          <li key={row.key} tabIndex={-1}>
            <div className={styles['line']}>
              <span>
                <bdi className={styles['name']}>{drink.name}</bdi>
                {drink.isDouble && ' double'}
              </span>
              <span>{formatMoney(lineTotal(drink))}</span>
            </div>
            <div className={styles['dim']}>
              {ingredients.map((name, at) => (
                <span key={`${at} ${name}`}>
                  {at > 0 && ', '}
                  <bdi>{name}</bdi>
                </span>
              ))}
            </div>
            <div className={styles['dim']}>
              Ordered {drink.quantity}, poured {drink.successQuantity}
              {amountsText(drink) && `, ${amountsText(drink)}`}
            </div>
            {pours.length > 0 && (
              <ol className={styles['pours']}>
                {pours.map((pour, at) => (
                  <li key={at}>
                    {pour.ingredient && <bdi>{pour.ingredient}</bdi>}
                    {pour.ingredient ? ', ' : ''}
                    {pourText(pour)}
                  </li>
                ))}
              </ol>
            )}
            <div className={styles['line']}>
              <span className={styles['marks']}>
                <Poured drink={drink} />
                <Status row={row} />
              </span>
              <Actions row={row} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
