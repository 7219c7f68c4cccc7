import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayName } from '../../../../lib/day-name.ts';
import { midnightOf } from '../../../../lib/day-range.ts';
import { formatMoney } from '../../../../lib/money.ts';
import { dateAndTimeIn, instantOf } from '../../../../lib/time-in-zone.ts';
import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import { shiftDay } from '../../../../rules/nights/nights.ts';
import { clockText } from '../../../../rules/nights/venue-clock.ts';
import { minutesOf } from '../../../../rules/prices/effective-price.ts';
import { planMessages } from '../../../../rules/prices/plan-text.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { type EffectiveDrink, effectivePricesQuery } from '../../../api/price-plans.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { loadState } from '../../../ui/load-state.tsx';
import { Card } from '../../../ui/page.tsx';
import pricesStyles from '../prices-screen.module.css';
import styles from './price-plans.module.css';

interface PricesAtProps {
  readonly venueId: string;
  readonly timezone: string;
}

const pauseMs = 200;
const minuteMs = 60_000;
const mostShown = 100;

/** What a guest pays for each drink at a time of the next seven days. */
export function PricesAt({ venueId, timezone }: PricesAtProps) {
  const nowMs = useNow();
  const now = dateAndTimeIn(nowMs, timezone);
  // Null for now, as it passes.
  const [chosen, setChosen] = useState<{ day: string; time: string } | null>(null);
  const { day, time } = chosen ?? { day: now.date, time: now.time.slice(0, 5) };
  const chosenMs =
    time === '' ? null : instantOf(midnightOf(day) + minutesOf(time) * minuteMs, timezone);
  const isPast = chosenMs !== null && chosenMs < nowMs - minuteMs;
  const [atMs] = useDebouncedValue(chosenMs, pauseMs);
  const prices = useQuery({
    ...effectivePricesQuery(venueId, atMs ?? nowMs),
    enabled: atMs !== null && !isPast,
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="What a guest pays">
      <div className={pricesStyles['pair']}>
        <SelectField
          label="Day"
          value={day}
          data={Array.from({ length: 7 }, (_, nth) => shiftDay(now.date, nth)).map((value) => ({
            value,
            label: value === now.date ? 'Today' : dayName(value),
          }))}
          onChange={({ currentTarget }) => setChosen({ day: currentTarget.value, time })}
        />
        <TextField
          label="Time"
          type="time"
          value={time}
          error={isPast ? planMessages.past : undefined}
          onChange={({ currentTarget }) => setChosen({ day, time: currentTarget.value })}
        />
      </div>
      <TimeSlider
        dayText={day === now.date ? 'Today' : dayName(day)}
        time={time}
        onChange={(next) => setChosen({ day, time: next })}
      />
      <Loaded of={loadState(prices, { what: 'prices' })}>
        {({ drinks }) => <GuestPrices drinks={drinks} />}
      </Loaded>
    </Card>
  );
}

const stepMinutes = 15;
const dayMinutes = 1440;

interface TimeSliderProps {
  readonly dayText: string;
  /** `HH:MM`; empty while it is typed. */
  readonly time: string;
  readonly onChange: (time: string) => void;
}

/** The same time by a slider: the prices of a day are seen by moving it. */
function TimeSlider({ dayText, time, onChange }: TimeSliderProps) {
  const minutes = time === '' ? 0 : minutesOf(time);
  const text = `${dayText}, ${timeOfDayText(minutes)}`;
  return (
    <label className={styles['slider']}>
      <span>{text}</span>
      <input
        type="range"
        aria-label="Time of day"
        aria-valuetext={text}
        min={0}
        max={dayMinutes - stepMinutes}
        step={stepMinutes}
        value={Math.floor(minutes / stepMinutes) * stepMinutes}
        onChange={({ currentTarget }) => onChange(clockText(Number(currentTarget.value)))}
      />
    </label>
  );
}

/** Drinks whose price a plan sets come first. */
function GuestPrices({ drinks }: { readonly drinks: readonly EffectiveDrink[] }) {
  const planned = drinks.filter(({ plan }) => plan !== null);
  const shown = [...planned, ...drinks.filter(({ plan }) => plan === null)];
  return (
    <div className={styles['guest']}>
      <p className={styles['hint']} aria-live="polite">
        {planned.length === 0
          ? 'All drinks have the price of the menu.'
          : `Plans set the price of ${planned.length} of ${drinks.length} drinks.`}
      </p>
      {/* Reached by the keyboard, which scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={pricesStyles['preview']} aria-label="Prices then" tabIndex={0}>
        {shown.slice(0, mostShown).map((drink) => (
          <li key={drink.id} className={pricesStyles['row']}>
            <span className={pricesStyles['named']}>
              <bdi>{drink.name}</bdi>
              <span className={styles['hint']}>
                {unitTitle({ unitNumber: drink.unitNumber, name: drink.unitName })}
              </span>
            </span>
            <span className={pricesStyles['amounts']}>
              {formatMoney(drink.price)}
              {drink.plan !== null && (
                <span className={styles['hint']}>
                  <bdi>{drink.plan}</bdi>, else {formatMoney(drink.base)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown.length > mostShown && (
        <p className={styles['hint']}>And {shown.length - mostShown} more.</p>
      )}
    </div>
  );
}
