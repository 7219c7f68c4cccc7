import { Button, Loader } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { dateMessages } from '../../../../lib/time-in-zone.ts';
import { rangePresets } from '../../../../lib/day-range.ts';
import { specifiedUnitChoice } from '../../../../rules/units/unit-names.ts';
import type { Unit } from '../../../api/units.ts';
import { DayField } from '../../../components/day-field.tsx';
import { shownTimezones } from '../../../components/timezone-choice.ts';
import { useNightRules } from '../../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import { paths } from '../../../paths.ts';
import {
  type DayMode,
  isSameLookup,
  type Lookup,
  presetOf,
  readLookup,
  todayOf,
  toSearch,
  withDays,
  withMode,
} from './lookup.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { useSetAddress } from '../../../ui/link.tsx';
import { SkeletonField } from '../../../ui/page.tsx';
import styles from './lookup-form.module.css';

interface LookupFormProps {
  readonly draft: Draft;
  readonly onLookup: (lookup: Lookup) => void;
}

const custom = 'Custom';

const dayModes = [
  { value: 'business', label: 'Business days' },
  { value: 'calendar', label: 'Calendar days' },
];

/** @param venueZone label of the zone of a venue, which need not be among the choices */
function zonesWith(venueZone: string | null) {
  const choices = shownTimezones().map((choice) => ({
    value: choice.label,
    label: choice.label,
  }));
  if (venueZone === null || choices.some(({ value }) => value === venueZone)) return choices;
  return [...choices, { value: venueZone, label: venueZone }];
}

/** A chosen number that is not among the loaded units stays selectable by its number. */
function unitChoices(units: readonly Unit[], chosen: string | null) {
  const known = units.map((unit) => ({
    value: String(unit.unitNumber),
    label: specifiedUnitChoice(unit),
  }));
  const missing = chosen !== null && !known.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'All' },
    ...known,
    ...(missing ? [{ value: chosen, label: chosen }] : []),
  ];
}

export function LookupForm({ draft, onLookup }: LookupFormProps) {
  const { problems, change, check } = draft;
  const nowMs = useNow();
  const { venues, isPending } = useVenues();
  const { units } = useUnits(draft.value.venueId ?? undefined);
  const { rules: known, timezone } = useNightRules(draft.value.venueId ?? undefined);
  const rules = known ?? null;
  const value = withMode(draft.value, rules, timezone);
  const isByNight = value.days === 'business';
  const today = todayOf(value, rules, nowMs);
  const presets = rangePresets(today);
  const calendar = { range: value, latest: today };

  return (
    <div className={styles['lookup']}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          const lookup = check();
          if (lookup) onLookup(withMode(lookup, rules, timezone));
        }}
      >
        <SelectField
          label="Period"
          value={presetOf(value, presets) ?? custom}
          data={[...presets.map(({ label }) => label), custom]}
          onChange={(event) => {
            const chosen = presets.find(({ label }) => label === event.currentTarget.value);
            if (chosen) change({ from: chosen.from, to: chosen.to, period: chosen.label });
          }}
        />
        <DayField
          label="Start date"
          calendarLabel="Pick the first day"
          {...calendar}
          value={value.from}
          error={problems.from}
          onChange={(from) => change({ from, period: null })}
        />
        <DayField
          label="End date"
          calendarLabel="Pick the last day"
          {...calendar}
          value={value.to}
          error={problems.to}
          onChange={(to) => change({ to, period: null })}
        />
        <SelectField
          label="Venue"
          value={value.venueId ?? ''}
          disabled={venues.length === 0}
          data={venues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => change({ venueId: event.currentTarget.value, unitNumber: null })}
        />
        <SelectField
          label="Unit Number"
          value={value.unitNumber ?? ''}
          data={unitChoices(units, value.unitNumber)}
          onChange={(event) => change({ unitNumber: event.currentTarget.value || null })}
        />
        {known === undefined && venues.length + Number(isPending) > 0 ? (
          <SkeletonField label="Days" />
        ) : (
          <SelectField
            label="Days"
            disabled={!rules}
            value={rules ? (value.days ?? 'business') : 'calendar'}
            data={rules ? dayModes : dayModes.slice(1)}
            onChange={(event) => {
              const days: DayMode =
                event.currentTarget.value === 'calendar' ? 'calendar' : 'business';
              change({ days });
            }}
          />
        )}
        <SelectField
          label="Timezone"
          value={value.timezone}
          disabled={isByNight}
          data={isByNight ? zonesWith(value.timezone) : zonesWith(null)}
          onChange={(event) => change({ timezone: event.currentTarget.value })}
        />
        <div className={styles['go']}>
          {isPending ? (
            <span className={styles['wait']}>
              <Loader size={20} aria-hidden="true" />
              <progress className="sr-only" aria-label="Loading venues" />
            </span>
          ) : (
            <Button type="submit" fullWidth>
              Lookup sales
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}

// The lookup of the address, completed with the active venue and the preset days, and written back.

/** Has a stable identity while its values are unchanged. */
export function useLookup(): Lookup {
  const search = useSearch({ from: '/salesreports/$' });
  const { from, to, period, venue, unit, timezone, days } = search;
  const setAddress = useSetAddress();
  const [openedAtMs] = useState(Date.now);
  const { active, isSettled } = useVenues();
  const venueId = active?.id ?? null;
  const { rules, timezone: venueZone } = useNightRules(active?.id);
  const { units, isSettled: unitsSettled } = useUnits(active?.id);

  const addressed = useMemo(
    () => readLookup({ from, to, period, venue, unit, timezone, days }),
    [from, to, period, venue, unit, timezone, days],
  );
  const isForeignUnit =
    unitsSettled && !units.some(({ unitNumber }) => String(unitNumber) === addressed.unitNumber);
  const lookup = useMemo(() => {
    const unitNumber = isForeignUnit ? null : addressed.unitNumber;
    const known = { ...addressed, venueId, unitNumber };
    // The first days are those of the venue. Until its clock is known, calendar days are shown and nothing is requested.
    if (rules === undefined) return withDays(known, null, openedAtMs);
    return withDays(withMode(known, rules, venueZone), rules, openedAtMs);
  }, [addressed, openedAtMs, venueId, isForeignUnit, rules, venueZone]);

  const isWritten = isSameLookup(lookup, addressed) && timezone === lookup.timezone;
  const right = paths.salesReport({ ...toSearch(lookup), ...search, ...toSearch(lookup) });
  // Without a venue there is no clock to wait for.
  const isKnown = rules !== undefined || venueId === null;
  const isCorrected = isSettled && isKnown && !isWritten;
  useEffect(() => {
    if (isCorrected) setAddress(right);
  }, [isCorrected, right, setAddress]);
  return lookup;
}

/** Validation errors by field. */
export interface DraftErrors {
  readonly from?: string;
  readonly to?: string;
}

export interface Draft {
  readonly value: Lookup;
  readonly problems: DraftErrors;
  readonly change: (changes: Partial<Lookup>) => void;
  /** Returns the draft when it is valid; otherwise shows its errors. */
  readonly check: () => Lookup | null;
}

function errorsOf({ from, to }: Lookup): DraftErrors {
  if (from && to && from > to) return { to: dateMessages.daysReversed };
  return {
    ...(from ? {} : { from: 'Choose a start date' }),
    ...(to ? {} : { to: 'Choose an end date' }),
  };
}

/**
 * Draft values of the controls: nothing is requested until Lookup sales.
 * @param lookedUp initial values, also applied when the URL changes
 */
export function useDraft(lookedUp: Lookup): Draft {
  const [value, setValue] = useState(lookedUp);
  const [followed, setFollowed] = useState(lookedUp);
  const [problems, setErrors] = useState<DraftErrors>({});
  if (!isSameLookup(followed, lookedUp)) {
    setFollowed(lookedUp);
    setValue(lookedUp);
    setErrors({});
  }
  return {
    value,
    problems,
    change: (changes) => {
      setValue({ ...value, ...changes });
      setErrors({});
    },
    check: () => {
      const found = errorsOf(value);
      setErrors(found);
      return found.from || found.to ? null : value;
    },
  };
}
