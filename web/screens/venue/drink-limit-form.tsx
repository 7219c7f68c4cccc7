import {
  drinkLimitHours,
  drinkLimitMinutes,
  drinkLimitPeriodText,
  drinkLimitQuantities,
} from '../../../rules/venues/drink-limit.ts';
import { updateVenue } from '../../api/venues.ts';
import type { FullVenue } from '../../api/venues.ts';
import { useSavedField } from '../../components/use-saved-field.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import { venueDelayMs } from './delays.ts';
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

type DrinkLimit = FullVenue['drinkLimit'];

const textOf = ({ quantity, minutes: period }: DrinkLimit): string => `${quantity}/${period}`;

function limitOf(text: string): DrinkLimit {
  const [quantity = 0, period = 0] = text.split('/').map(Number);
  return { quantity, minutes: period };
}

export function DrinkLimitForm({ venue }: { readonly venue: FullVenue }) {
  const field = useSavedField({
    id: `venue ${venue.id} drink limit`,
    stored: textOf(venue.drinkLimit),
    delayMs: venueDelayMs,
    mayBeEmpty: false,
    save: async (text) => void (await updateVenue(venue.id, { drinkLimit: limitOf(text) })),
  });
  const { quantity, minutes: period } = limitOf(field.text);
  const choose = (limit: DrinkLimit) => {
    field.type(textOf(limit));
    field.leave();
  };

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
          choose({ quantity: chosen, minutes: chosen === 0 ? 0 : period || presetMinutes });
        }}
        onBlur={field.leave}
      />
      {quantity > 0 && (
        <SelectField
          label="In"
          value={String(period)}
          data={periods}
          title={drinkLimitPeriodText(period)}
          onChange={({ currentTarget: { value } }) => {
            choose({ quantity, minutes: Number.parseInt(value, 10) });
          }}
          onBlur={field.leave}
        />
      )}
      <SaveState status={field.status} />
      {field.error && <ErrorLine>{field.error}</ErrorLine>}
    </div>
  );
}
