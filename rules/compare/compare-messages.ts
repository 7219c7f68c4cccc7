/** Messages about comparisons of periods. */

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

interface Mark {
  readonly closed: boolean;
  readonly note: string;
}

export const compareMessages = {
  unknownAgainst: 'Use previous, weekday, year, month or average4',
  noMonth: 'Only for days of one month, from its first day',
  tooManyToAverage: (most: number) => `Only for at most ${most} days`,
  tooManyNights: (most: number) => `Use at most ${most.toLocaleString('en-US')} days`,
  noClock: 'Use a time zone: this venue has no clock',
  noNight: 'There is nothing to compare with',
  noWeekday: (weekday: string) => `There is no ${weekday} to compare with`,
  without: (units: string) => `Without ${units}`,
  withSilent: (units: string) => `With ${units}`,
  lastHeard: (time: string) => `last heard ${time}`,
  notHeard: (from: string, until: string) => `not in contact from ${from} to ${until}`,
  moreUnits: (units: number) => `${units} more`,
  bringBack: 'Compare all units',
  leaveOut: 'Compare units in contact',
  nothingSold: (other: string) => `No sales ${other}`,
  nothing: '–',
  allLeftOut: 'No unit was in contact all the time',
  averageOf: (nights: number, weekday: string) => `Average of ${plural(nights, weekday)}`,
  averageOfDays: (least: number, most: number) =>
    least === most
      ? `Averages of ${plural(most, 'week')}`
      : `Averages of ${least} to ${most} weeks`,
  daysWithout: (without: number, days: number) =>
    `${without} of ${plural(days, 'day')} ${without === 1 ? 'has' : 'have'} nothing to compare with`,
  days: (current: number, other: number) => `${plural(current, 'day')} against ${other}`,
  hours: (current: number, other: number) => `${plural(current, 'hour')} against ${other}`,
  marked: (day: string, { closed, note }: Mark) =>
    `${day} was ${closed ? 'closed' : 'special'}${note === '' ? '' : `: ${note}`}`,
  nothingSoldOn: (day: string) => `Nothing was sold on ${day}`,
  moreNights: (nights: number) => `${plural(nights, 'more day')} closed, special or without sales`,
} as const;
