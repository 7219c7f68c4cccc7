import { formatMoney } from '../../../lib/money.ts';
import {
  lossLabels,
  lossMessages,
  lossNote,
  lossRows,
  mlText,
  volumeText,
} from '../../../rules/loss/loss-text.ts';
import type { Loss } from '../../api/loss.ts';
import { Chart } from '../../ui/chart/chart.tsx';

/** Beside the bars; empty between two millilitres, where it would round to another value. */
const scaleText = (ml: number): string => (Number.isInteger(ml) ? volumeText(ml) : '');

interface LossBarsProps {
  readonly total: Loss['total'];
  readonly label: string;
}

/** What was poured without being sold, the greatest part first; less than nothing goes down. */
export default function LossBars({ total: { ml, cost }, label }: LossBarsProps) {
  const costs = new Map(cost && lossRows(cost).map(({ name, amount }) => [name, amount]));
  const costOf = (name: keyof typeof lossLabels): string | undefined => {
    const amount = costs.get(name) ?? null;
    return amount === null ? undefined : formatMoney(amount);
  };
  const rows = lossRows(ml).map(({ name, amount }) => ({
    name,
    amount,
    title: lossLabels[name],
    texts: [amount === null ? 'Needs a count' : mlText(amount), costOf(name) ?? '–'],
  }));
  // Beside what was poured and sold, which the table has too, the others could hardly be seen.
  const unsold = rows
    .filter(({ name }) => name !== 'poured' && name !== 'sold')
    .toSorted((one, other) => (other.amount ?? -Infinity) - (one.amount ?? -Infinity));
  return (
    <Chart
      label={label}
      heading="Part"
      kind="bars"
      initial={0}
      idle={lossMessages.pouredAndSold(ml)}
      valueText={scaleText}
      columns={[{ name: 'Millilitres' }, { name: 'Cost' }]}
      stops={unsold.map(({ name, amount, title, texts }) => ({
        key: name,
        title,
        tick: [
          amount === null ? '–' : volumeText(amount),
          ...(cost ? [costOf(name) ?? '–'] : []),
          title.replace(/[ -]/, '\n'),
        ].join('\n'),
        texts,
        note: lossNote(name, amount),
      }))}
      table={{
        head: ['Part', 'Millilitres', 'Cost'],
        rows: rows.map(({ title, texts }) => [title, ...texts]),
      }}
      series={[
        {
          name: 'Millilitres',
          look: 'main',
          values: unsold.map(({ amount }) => amount && Math.round(amount)),
        },
      ]}
    />
  );
}
