import { useSyncExternalStore } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import { formatMoney } from '../../../../lib/money.ts';
import { wrapLabel } from '../../../../lib/plain-text.ts';
import type { SoldByName } from '../../../api/reports.ts';
import styles from '../popular-drinks.module.css';

export type Measure = 'quantity' | 'totalAmount';

interface DrinkChartProps {
  /** Most sold first, at least one. */
  readonly drinks: readonly SoldByName[];
  readonly measure: Measure;
}

/** Widths of a slot and of a character of its label. */
const [slotPx, characterPx] = [62, 7];
const lineHeightPx = 14;
const allTicksFromPx = 1024;

const isSoldByName = (value: unknown): value is SoldByName =>
  typeof value === 'object' && value !== null && 'totalAmount' in value;

function DrinkTooltip({ payload }: TooltipContentProps) {
  const drink: unknown = payload[0]?.payload;
  if (!isSoldByName(drink)) return null;
  return (
    <output className={styles['tooltip']}>
      <strong>{drink.name}</strong>
      <span>Quantity: {drink.quantity.toLocaleString('en-US')}</span>
      <span>Total Amount: {formatMoney(drink.totalAmount)}</span>
    </output>
  );
}

function NameTick({ x, y, payload }: XAxisTickContentProps) {
  return (
    <text x={x} y={y} data-tick textAnchor="middle" className={styles['tick']}>
      {wrapLabel(String(payload.value)).map((line, index) => (
        <tspan key={`${line} ${String(index)}`} x={x} dy={index === 0 ? 10 : lineHeightPx}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Bar chart by drink name; scrolls horizontally when there are more drinks than fit. */
export default function DrinkChart({ drinks, measure }: DrinkChartProps) {
  const showsAll = useWindowWidth() >= allTicksFromPx;
  const labels = drinks.map(({ name }) => wrapLabel(name));
  const lines = Math.max(...labels.map(({ length }) => length));
  // A longer word has a line of its own, and the slot has its width, so that no label covers the next.
  const longest = Math.max(...labels.flat().map(({ length }) => length));
  const slot = Math.max(slotPx, longest * characterPx + 8);
  return (
    <div className={styles['scroll']}>
      <div className={styles['chart']} style={{ minWidth: showsAll ? drinks.length * slot : 0 }}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={[...drinks]} margin={{ top: 12, right: 12, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="name"
              interval={showsAll ? 0 : 'preserveStartEnd'}
              tick={NameTick}
              tickLine={false}
              axisLine={{ stroke: 'var(--line)' }}
              height={lines * lineHeightPx + 16}
            />
            <YAxis
              width={64}
              tickLine={false}
              axisLine={false}
              allowDecimals={measure === 'totalAmount'}
              tick={{ fill: 'var(--dim)', fontSize: '0.75rem' }}
              tickFormatter={(value: number) =>
                measure === 'quantity' ? value.toLocaleString('en-US') : formatMoney(value)
              }
            />
            <Tooltip
              content={DrinkTooltip}
              cursor={{ fill: 'var(--well)' }}
              isAnimationActive={false}
            />
            <Bar
              dataKey={measure}
              fill="var(--accent)"
              radius={[4, 4, 0, 0]}
              maxBarSize={56}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** In CSS pixels. */
export const useWindowWidth = (): number =>
  useSyncExternalStore(subscribe, () => window.innerWidth);
