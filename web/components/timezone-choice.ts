/** Time zone as used in the URL and the dropdown: EST for New York, the IANA name for a zone without a label. */
import { defaultTimezone, type TimezoneChoice, timezoneChoices } from '../../lib/timezones.ts';

/** Time zone of the browser, if available. */
function browserTimezone(): string | undefined {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export const shownTimezones = (): readonly TimezoneChoice[] => timezoneChoices(browserTimezone());

/** Default time zone choice. */
export function guessedTimezone(): TimezoneChoice {
  const timezone = defaultTimezone(browserTimezone());
  return (
    shownTimezones().find((choice) => choice.timezone === timezone) ?? { label: timezone, timezone }
  );
}

const places: Readonly<Record<string, string>> = {
  EST: 'Eastern',
  CST: 'Central',
  MST: 'Mountain',
  PST: 'Pacific',
};

/** Text of a choice: `Eastern (EST)`. */
export const timezoneText = ({ label }: TimezoneChoice): string => {
  const place = places[label];
  return place === undefined ? label : `${place} (${label})`;
};

/** Finds a choice by its label or IANA name; undefined for anything else. */
export const timezoneNamed = (name: string): TimezoneChoice | undefined =>
  shownTimezones().find(({ label, timezone }) => label === name || timezone === name);

/** `America/New York`: the names have no spaces. */
export const zoneText = (timezone: string): string => timezone.replaceAll('_', ' ');
