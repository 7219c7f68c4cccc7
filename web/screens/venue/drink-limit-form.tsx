import { useMutation } from '@tanstack/react-query';
import {
  drinkLimitHours,
  drinkLimitMinutes,
  drinkLimitPeriodText,
  drinkLimitQuantities,
} from '../../../rules/venues/drink-limit.ts';
import { errorMessage } from '../../api/api-error.ts';
import { updateVenue } from '../../api/venues.ts';
import type { FullVenue } from '../../api/venues.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import styles from './venue-screen.module.css';

const hours = drinkLimitHours.map((count) => ({
  value: String(count * 60),
  label: count === 1 ? '1 hour' : `${count} hours`,
}));
const minutes = drinkLimitMinutes.map((count) => ({
  value: String(count),
  label: `${count} minutes`,
}));
/** An hour can be expressed both ways; a stored hour is shown in minutes. */
const periods = [
  { group: 'Minutes', items: minutes },
  {
    group: 'Hours',
    items: hours.map((hour) => (hour.value === '60' ? { ...hour, value: '60h' } : hour)),
  },
];
const presetMinutes = 60;

export function DrinkLimitForm({ venue }: { readonly venue: FullVenue }) {
  const save = useMutation({
    mutationFn: (drinkLimit: FullVenue['drinkLimit']) => updateVenue(venue.id, { drinkLimit }),
  });
  const { quantity, minutes: period } = save.isPending ? save.variables : venue.drinkLimit;
  const status = save.isPending
    ? 'saving'
    : save.isSuccess
      ? 'saved'
      : save.isError
        ? 'failed'
        : 'clean';

  return (
    <div className={styles['row']}>
      <SelectField
        label="Drinks"
        value={String(quantity)}
        data={drinkLimitQuantities.map((count) => ({
          value: String(count),
          label: count === 0 ? 'No limit' : String(count),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = Number(value);
          save.mutate({ quantity: chosen, minutes: chosen === 0 ? 0 : period || presetMinutes });
        }}
      />
      {quantity > 0 && (
        <SelectField
          label="In"
          value={String(period)}
          data={periods}
          title={drinkLimitPeriodText(period)}
          onChange={({ currentTarget: { value } }) => {
            save.mutate({ quantity, minutes: Number.parseInt(value, 10) });
          }}
        />
      )}
      <SaveState status={status} />
      {save.error && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
    </div>
  );
}
