import { formatMoney } from '../../../../lib/money.ts';
import { wrapLabel } from '../../../../lib/plain-text.ts';
import type { SoldByName } from '../../../api/reports.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import styles from '../popular-drinks.module.css';

export type Measure = 'quantity' | 'totalAmount';

interface DrinkChartProps {
  /** Most sold first, at least one. */
  readonly drinks: readonly SoldByName[];
  readonly measure: Measure;
  /** Sales of a drink. */
  readonly hrefOf: (drink: string) => string;
}

/** Widths of a slot and of a character of its label. */
const [slotPx, characterPx] = [62, 7];

const columns = [{ name: 'Quantity' }, { name: 'Total Amount' }];

/** Bar chart by drink name; scrolls horizontally when there are more drinks than fit. */
export default function DrinkChart({ drinks, measure, hrefOf }: DrinkChartProps) {
  const labels = drinks.map(({ name }) => wrapLabel(name));
  // A longer word has a line of its own, and the slot has its width, so that no label covers the next.
  const longest = Math.max(...labels.flat().map(({ length }) => length));
  const slot = Math.max(slotPx, longest * characterPx + 8);
  return (
    <Chart
      label="Most Popular Drinks"
      heading="Drink name"
      kind="bars"
      className={styles['drinks']}
      minPlot={`${(drinks.length * slot) / 16}rem`}
      columns={columns}
      series={[{ name: 'Drinks', look: 'main', values: drinks.map((drink) => drink[measure]) }]}
      stops={drinks.map(({ name, quantity, totalAmount }, nth) => ({
        key: name,
        title: name,
        tick: labels[nth]?.join('\n') ?? '',
        href: hrefOf(name),
        texts: [quantity.toLocaleString('en-US'), formatMoney(totalAmount)],
      }))}
      mostTicks={drinks.length}
      linkText="Sales"
      valueText={(value) =>
        measure === 'quantity' ? value.toLocaleString('en-US') : formatMoney(value)
      }
    />
  );
}
