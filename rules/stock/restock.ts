import { hundredths } from '../../lib/hundredths.ts';
import { type NamedUnit, unitInMessage } from '../units/unit-names.ts';

// Detects when a unit runs short of an ingredient.

/** A position with its level in ml, and the notification threshold as a percentage of the ingredient's capacity. */
export interface WatchedPosition {
  readonly ingredientId: string;
  readonly sizeMl: number;
  readonly remainingMl: number;
  readonly thresholdPercent: number;
}

/** Remaining stock of an ingredient over all of its positions in the unit, in whole percent, rounded down. */
export interface Shortage {
  readonly ingredientId: string;
  readonly percent: number;
}

/** Ingredients at or below their threshold. A full one is never short, whatever its threshold. */
export function shortagesIn(places: readonly WatchedPosition[]): Shortage[] {
  const ids = [...new Set(places.map((place) => place.ingredientId))];
  return ids.flatMap((ingredientId) => {
    const own = places.filter((place) => place.ingredientId === ingredientId);
    const size = own.reduce((sum, place) => sum + hundredths(place.sizeMl), 0);
    const left = own.reduce((sum, place) => sum + hundredths(place.remainingMl), 0);
    const threshold = own[0]?.thresholdPercent ?? 0;
    const isShort = left < size && 100 * left <= threshold * size;
    return isShort ? [{ ingredientId, percent: Math.floor((100 * left) / size) }] : [];
  });
}

// Text of restock notices.

export interface RestockNotice {
  venueName: string;
  unit: NamedUnit;
  ingredientName: string;
  /** Remaining stock, in whole percent. */
  percent: number;
}

/** Subject of the email, and the text used for both email and text message. */
export function restockMessage({ venueName, unit, ingredientName, percent }: RestockNotice): {
  subject: string;
  text: string;
} {
  const isOut = percent <= 0;
  const state = isOut ? `${ingredientName} is out` : `${ingredientName} is at ${String(percent)}%`;
  return {
    subject: `${state} in ${unitInMessage(unit)}`,
    text: `${venueName}, ${unitInMessage(unit)}: ${state}. Restock it ${isOut ? 'now' : 'soon'}.`,
  };
}
