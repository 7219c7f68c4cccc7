/** Labels of a position: short in the drawing, full for screen readers. */
import type { DrawnPosition } from './levels.ts';

export interface PositionView {
  /** The ingredient loaded there, if any. */
  readonly place: DrawnPosition | undefined;
  readonly isChosen: boolean;
  /** True when occupied by an ingredient other than the one being placed. */
  readonly isTaken: boolean;
}

/** `71%`, free, out, taken or chosen. */
export function wordOf({ place, isChosen, isTaken }: PositionView): string {
  if (isTaken) return 'taken';
  if (isChosen) return 'chosen';
  if (!place) return 'free';
  if (place.timeLeft) return place.timeLeft.short;
  return place.state === 'out' ? 'out' : `${place.percent}%`;
}

/**
 * `Position 3: Beefeater, 71%`, `Position 5: Patrón Silver, 12%, low`, `Position 14: free`; with the time instead of the
 * level, `Position 3: Beefeater, likely out at 10:40 PM (10:05 PM to 11:30 PM)`.
 */
export function nameOfPosition(position: string, { place, isTaken }: PositionView): string {
  if (!place) return `Position ${position}: free`;
  const level = place.timeLeft?.long ?? (place.state === 'out' ? 'out' : `${place.percent}%`);
  return [
    `Position ${position}: ${isTaken ? 'taken by ' : ''}${place.name}`,
    level,
    ...(place.state === 'low' && !place.timeLeft ? ['low'] : []),
  ].join(', ');
}
