/** Messages about what runs out, and about refills. */
import { timeThereText } from '../nights/night-text.ts';

export const forecastMessages = {
  /** A place that a pour found empty although it is not by the books. */
  checkBottle: (position: number, sinceMs: number, leftMl: number, timezone: string) =>
    `Check position ${position}: a pour found it empty at ${timeThereText(sinceMs, timezone)}, but ${Math.round(leftMl).toLocaleString('en-US')} ml should be left`,
  /** Of a refill that was not recorded. */
  notRefilled: (name: string, position: number, unit: number, why: 'superseded' | 'moved') =>
    why === 'superseded'
      ? `${name} at position ${position} of unit ${unit} was changed after you ticked it, so it stays as it is`
      : `Position ${position} of unit ${unit} no longer holds ${name}, so nothing was refilled`,
  notEnough: 'A forecast needs seven nights of sales, or three of the same weekday.',
  notTracked: 'Inventory management is switched off for this unit, so refills cannot be recorded',
  noneTracked: 'No unit counts its stock: inventory management is switched off.',
  turnOn: 'Turn it on for a unit',
  askToTurnOn: 'Ask your administrator to turn it on.',
  badTime: 'Use a time such as 16:00',
  tooOld: 'Refills can be reported for 72 hours',
  ahead: 'Use a time that is not in the future',
  nothing: 'Name at least one refill',
  tooMany: (most: number) => `Use at most ${most} refills`,
  badLevel: 'Use a level from 1 to 100',
  badLeftover: 'Use kept, poured_over or thrown_away',
  badKey: 'Use a key of at most 100 characters',
} as const;
