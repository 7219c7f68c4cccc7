import { timeOfDayText } from '../../../rules/nights/night-text.ts';
import { clockText, parseClockText } from '../../../rules/nights/venue-clock.ts';
import { updateRefillPlan } from '../../api/stock-forecast.ts';
import { attempt } from '../../components/attempt.ts';
import { may } from '../../session/permissions.ts';
import { SelectField } from '../../ui/fields.tsx';
import styles from './refill-screen.module.css';

const lastMinute = 1439;
const none = '';
const choices = [
  { value: none, label: 'No planned refill' },
  ...Array.from({ length: 48 }, (_, nth) => ({
    value: clockText(nth * 30),
    label: `Refilled daily at ${timeOfDayText(nth * 30)}`,
  })),
];

interface RefillPlanLineProps {
  readonly venueId: string;
  /** `16:00`, or null. */
  readonly plan: string | null;
}

/** Time of day at which the units are refilled, which those who may can change. */
export function RefillPlanLine({ venueId, plan }: RefillPlanLineProps) {
  if (!may('ingredients.write')) {
    const minutes = plan === null ? null : parseClockText(plan, lastMinute);
    return (
      <p className={styles['dim']}>
        {minutes === null ? 'No planned refill' : `Refilled daily at ${timeOfDayText(minutes)}`}
      </p>
    );
  }
  const options =
    plan === null || choices.some(({ value }) => value === plan)
      ? choices
      : [...choices, { value: plan, label: `Refilled daily at ${plan}` }];
  return (
    <SelectField
      label="Planned refill"
      data={options}
      value={plan ?? none}
      onChange={({ currentTarget: { value } }) =>
        void attempt('refill plan', () => updateRefillPlan(venueId, value === none ? null : value))
      }
    />
  );
}
