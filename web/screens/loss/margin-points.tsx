import { formatMoney } from '../../../lib/money.ts';
import { cornerLabels, pourCostText } from '../../../rules/loss/margins.ts';
import type { Margins } from '../../api/loss.ts';
import { Points } from '../../ui/chart/points.tsx';

interface MarginPointsProps {
  readonly of: Margins;
  readonly label: string;
}

const glassesText = (glasses: number): string =>
  `${glasses.toLocaleString('en-US', { maximumFractionDigits: 0 })} glasses`;

/** Drinks of known cost by glasses and margin. */
export default function MarginPoints({ of: { drinks, middle }, label }: MarginPointsProps) {
  const known = drinks.flatMap((drink) =>
    drink.margin === null || drink.earned === null
      ? []
      : [{ ...drink, margin: drink.margin, earned: drink.earned }],
  );
  return (
    <Points
      label={label}
      heading="Drink"
      initial={0}
      columns={[
        { name: 'Glasses' },
        { name: 'Margin' },
        { name: 'Share of cost' },
        { name: 'Earned' },
      ]}
      points={known.map((drink) => ({
        key: drink.drinkIds.join(' '),
        title: drink.name,
        texts: [
          drink.glasses.toLocaleString('en-US'),
          formatMoney(drink.margin),
          pourCostText(drink.pourCostRatio),
          formatMoney(drink.earned),
        ],
        note: drink.corner === null ? undefined : cornerLabels[drink.corner],
        x: drink.glasses,
        y: drink.margin,
      }))}
      corners={
        middle && {
          x: middle.glasses,
          y: middle.margin,
          names: {
            highLeft: cornerLabels.puzzle,
            highRight: cornerLabels.star,
            lowLeft: cornerLabels.dog,
            lowRight: cornerLabels.workhorse,
          },
        }
      }
      xText={glassesText}
      yText={formatMoney}
    />
  );
}
