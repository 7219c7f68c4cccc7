import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import styles from './gallery-screen.module.css';

const steps = [
  { label: 'Total Sales', value: '$1,000.00' },
  { sign: '+', label: 'Total Taxes', value: '$88.75' },
  { sign: '=', label: 'Gross Volume', value: '$1,088.75' },
] as const;

export function FiguresSection() {
  return (
    <div className={styles['columns']}>
      <Card>
        <Figure label="Not asked for yet" value={null} />
      </Card>
      <Card>
        <Figure label="Loading" value={null} loading />
      </Card>
      <Card>
        <Figure label="With a note" value="$88.75" note="The tax of every drink." />
      </Card>
      <Card>
        <Figure
          main
          label="Gross Volume"
          value="$1,088.75"
          hint="Gross Volume = Total Sales + Total Taxes"
          steps={steps}
        />
      </Card>
    </div>
  );
}
