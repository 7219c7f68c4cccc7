import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flagKinds } from '../../../rules/flags/flag-names.ts';
import { changeMessages } from '../../../rules/change-messages.ts';
import { unitKind } from '../../../rules/units/unit-names.ts';
import {
  drinkLimitHours,
  drinkLimitMinutes,
  drinkLimitPeriodText,
  drinkLimitQuantities,
} from '../../../rules/venues/attention.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type FlagName, type FlagScope, flagsQuery, setFlag } from '../../api/flags.ts';
import type { Unit } from '../../api/units.ts';
import { type FullVenue, updateVenue } from '../../api/venues.ts';
import { LoadError } from '../load-error.tsx';
import { offerUndo } from '../attempt.ts';
import { agoText } from '../date-text.ts';
import { useSavedField } from '../saved-field.tsx';
import { venueDelayMs } from './contact-part.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import styles from './unit-settings.module.css';

/** Flag labels in display order. */
const words: readonly (readonly [FlagName, string])[] = [
  ['general--double-order', 'Doubles: a double price for drinks and ingredients'],
  ['general--inventory-management', 'Inventory: levels, thresholds and restoring'],
  ['general--multiple-bottles', 'Mixed drinks: compose and rank drinks'],
  ['general--turboshot', 'Turboshot: categories for mixers'],
  [
    'native--show-confirmation-page-in-free-flow',
    'Confirmation page in free flow: a discount per unit',
  ],
  ['general--pax-shift4', 'Card readers of the second provider'],
];

export function FlagSwitches({ place }: { readonly place: FlagScope }) {
  const { data, error, refetch } = useQuery(flagsQuery(place));
  // Optimistic state, shown from the click until the server responds.
  const [flipped, setFlipped] = useState<{ [flag in FlagName]?: boolean | undefined }>({});
  const flip = useMutation({
    mutationFn: ({ flag, on }: { flag: FlagName; on: boolean }) => setFlag(place, flag, on),
    onSuccess: (_answer, { flag, on }) => {
      const label = words.find(([name]) => name === flag)?.[1] ?? flag;
      const [feature = label] = label.split(':');
      offerUndo(
        changeMessages.switched(feature, on),
        () => setFlag(place, flag, !on, on),
        changeMessages.switchedBack(feature, !on),
      );
    },
    onSettled: (_answer, _error, { flag }) =>
      setFlipped((others) => ({ ...others, [flag]: undefined })),
  });
  const failure = flip.error ?? error;
  const known = data !== undefined;
  return (
    <>
      <div className={`${styles['grid']} ${styles['switches']}`} aria-busy={!known && !error}>
        {words.map(([flag, label]) => {
          if (!flagKinds[flag].includes(place.kind)) return null;
          return (
            <Switch
              // A new element when the flags have loaded: it starts in its position and does not slide there.
              key={known ? flag : `${flag} unknown`}
              label={label}
              description={flag}
              disabled={!known}
              mod={{ unknown: !known }}
              checked={flipped[flag] ?? data?.[flag] ?? false}
              onChange={({ currentTarget: { checked: on } }) => {
                setFlipped((others) => ({ ...others, [flag]: on }));
                flip.mutate({ flag, on });
              }}
            />
          );
        })}
      </div>
      {failure && (
        <div className="mt-12">
          {known ? (
            <ErrorLine>{errorMessage(failure)}</ErrorLine>
          ) : (
            <LoadError what="feature flags" onRetry={refetch} />
          )}
        </div>
      )}
    </>
  );
}

// State of a unit in words, for the line below its title.

const counted = (count: number, one: string, none: string): string =>
  count === 0 ? none : count === 1 ? `1 ${one}` : `${count} ${one}s`;

/** The number of keys is known once the section with them has been opened; before, only whether there is one. */
export const keysText = (keys: number | boolean): string =>
  typeof keys === 'number' ? counted(keys, 'key', 'no key') : keys ? 'key set' : 'no key';

export const contactsText = ({ contacts }: Pick<Unit, 'contacts'>): string =>
  counted(contacts.length, 'contact', 'no contacts');

export const readerText = (readerId: string): string =>
  readerId === '' ? 'no card reader' : 'card reader set';

/** Id of the reader that the provider of the venue uses. */
export const readerIdOf = (unit: Unit, usesPax: boolean): string =>
  usesPax ? unit.paxShift4ReaderId : unit.stripeReaderId;

/** @param lastSoldMs epoch milliseconds; null without sales, undefined while it is not known */
export function lastSaleText(lastSoldMs: number | null | undefined, nowMs: number): string | null {
  if (lastSoldMs === undefined) return null;
  return lastSoldMs === null ? 'never sold' : `last sale ${agoText(lastSoldMs, nowMs)}`;
}

interface Known {
  readonly lastSoldMs: number | null | undefined;
  readonly nowMs: number;
  /** Number of working keys, or whether there is one; undefined while it is not known. */
  readonly keys: number | boolean | undefined;
  readonly readerId: string;
}

/** `Classic unit · last sale 12 min ago · 1 key · card reader set · 2 contacts`. */
export const unitState = (unit: Unit, { lastSoldMs, nowMs, keys, readerId }: Known): string =>
  [
    unitKind(unit.category),
    lastSaleText(lastSoldMs, nowMs),
    keys === undefined ? null : keysText(keys),
    readerText(readerId),
    contactsText(unit),
  ]
    .filter((part) => part !== null)
    .join(' · ');

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
