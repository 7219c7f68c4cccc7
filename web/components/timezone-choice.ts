/** The time zone as the address and the dropdown name it: EST for New York, the IANA name for a zone that has no label. */
import { defaultTimezone, timezoneChoices } from '../../lib/timezones.ts';
import type { TimezoneChoice } from '../../lib/timezones.ts';

/** The browser's guess; undefined where it makes none. */
function browserTimezone(): string | undefined {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export const shownTimezones = (): readonly TimezoneChoice[] => timezoneChoices(browserTimezone());

/** The choice to start with. */
export function guessedTimezone(): TimezoneChoice {
  const timezone = defaultTimezone(browserTimezone());
  return (
    shownTimezones().find((choice) => choice.timezone === timezone) ?? { label: timezone, timezone }
  );
}

/** The choice that an address names by its label or its IANA name; undefined for anything else. */
export const timezoneNamed = (name: string): TimezoneChoice | undefined =>
  shownTimezones().find(({ label, timezone }) => label === name || timezone === name);
