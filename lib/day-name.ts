/** Days, YYYY-MM-DD, as text: each form has one use. */

const form = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string): string => format.format(Date.parse(`${day}T00:00:00Z`));
};

/** `Saturday`, within text. */
export const weekdayOf = form({ weekday: 'long' });

/** `Sat, Jun 6`, of a night. */
export const dayName = form({ weekday: 'short', month: 'short', day: 'numeric' });

/** `Jun 6`, within a range of this year. */
export const shortDayName = form({ month: 'short', day: 'numeric' });

/** `Jun 6, 2026`, in fields and where the year matters. */
export const fullDayName = form({ dateStyle: 'medium' });
