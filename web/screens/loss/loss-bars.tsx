import { formatMoney } from '../../../lib/money.ts';
import { lossLabels, lossNote, lossRows, mlText } from '../../../rules/loss/loss-text.ts';
import type { Loss } from '../../api/loss.ts';
import { Chart } from '../../ui/chart/chart.tsx';

interface LossBarsProps {
  readonly total: Loss['total'];
  readonly label: string;
}

/** In litres from 10 of them on: a phone has room for that beside the bars. */
const axisText = (ml: number): string =>
  Math.abs(ml) < 10_000 ? mlText(ml) : `${(ml / 1000).toLocaleString('en-US')} l`;

/** Poured, and what it adds up to; less than nothing goes down. */
export default function LossBars({ total: { ml, cost }, label }: LossBarsProps) {
  const costs = new Map(cost && lossRows(cost).map(({ name, amount }) => [name, amount]));
  const rows = lossRows(ml);
  const costText = (name: keyof typeof lossLabels): string => {
    const amount = costs.get(name) ?? null;
    return amount === null ? '–' : formatMoney(amount);
  };
  return (
    <Chart
      label={label}
      heading="Part"
      kind="bars"
      initial={0}
      mostTicks={7}
      minPlot="34rem"
      valueText={axisText}
      columns={[{ name: 'Millilitres' }, { name: 'Cost' }]}
      stops={rows.map(({ name, amount }) => ({
        key: name,
        title: lossLabels[name],
        tick: lossLabels[name].replace(/[ -]/, '\n'),
        texts: [amount === null ? 'Needs a count' : mlText(amount), costText(name)],
        note: lossNote(name, amount),
      }))}
      series={[
        {
          name: 'Millilitres',
          look: 'main',
          values: rows.map(({ amount }) => amount && Math.round(amount)),
        },
      ]}
    />
  );
}
