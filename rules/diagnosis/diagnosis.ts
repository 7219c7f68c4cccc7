/** Why a drink was not poured, free or paid back: sentences that somebody behind the bar can act on, likeliest cause first. */
import { diagnosisMessages as say } from './diagnosis-messages.ts';
import { formatCents } from '../../lib/money.ts';

/** What the unit reported of one pour. */
export interface ReportedPour {
  readonly ingredientId: string;
  readonly ingredientName: string;
  readonly position: number;
  readonly ml: number;
  readonly ms: number;
  readonly outcome: 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';
}

/** An ingredient of the drink, as it stands in the unit now. */
export interface StockNow {
  readonly ingredientId: string;
  readonly name: string;
  readonly servingSizeMl: number;
  /** How long a serving may take; null where nothing is set. */
  readonly pouringTimeMs: number | null;
  readonly active: boolean;
  readonly places: readonly { readonly position: number; readonly remainingMl: number }[];
}

export interface DiagnosedDrink {
  readonly quantity: number;
  readonly successQuantity: number;
  readonly isDouble: boolean;
  /** Of one. */
  readonly priceCents: number;
  /** What was paid back; null when it was not refunded. */
  readonly refundedCents: number | null;
  readonly enteredBy: 'unit' | 'manual' | 'import';
  /** Whether a card reader or a payment is named in the sale. */
  readonly hasPayment: boolean;
  /** Off every price of the unit now, from 0 to 1. */
  readonly discountRate: number;
  /** False when the unit was deleted: what stands in it is no longer known. */
  readonly unitIsThere: boolean;
  readonly pours: readonly ReportedPour[];
  readonly stock: readonly StockNow[];
}

/** A serving counts as whole from here on: meters are not exact. */
const wholeShare = 0.9;

/** Why nothing of the drink, or not all of it, was poured; empty when nothing is known. */
export function pouringFailureReasons(drink: DiagnosedDrink): string[] {
  if (drink.enteredBy === 'import') return [];
  if (drink.enteredBy === 'manual') return [say.enteredByHand];
  const pouring = unique(pourReasons(drink));
  const stock = drink.unitIsThere ? stockReasons(drink) : [];
  const missing = drink.quantity - drink.successQuantity;
  if (drink.pours.length === 0) return missing > 0 ? [say.noPours, ...stock] : stock;
  const unexplained = missing > 0 && pouring.length === 0 && stock.length === 0;
  return [
    ...pouring,
    ...stock,
    ...(unexplained ? [say.allPoured(drink.successQuantity, drink.quantity)] : []),
  ];
}

/** Why a drink that was poured cost nothing or was paid back; empty when nothing is known. */
export function complimentaryReasons(drink: DiagnosedDrink): string[] {
  const missing = drink.quantity - drink.successQuantity;
  const isFree = drink.priceCents === 0;
  return [
    ...(isFree && drink.discountRate >= 1 ? [say.fullDiscount] : []),
    ...(isFree ? [say.noPrice] : []),
    ...(isFree && !drink.hasPayment ? [say.noReader] : []),
    ...(drink.refundedCents === null && !isFree ? [] : pourReasonsOf(drink)),
    ...(missing > 0 ? [say.onlySome(drink.successQuantity, drink.quantity)] : []),
    ...(drink.refundedCents === null ? [] : [say.paidBack(formatCents(drink.refundedCents))]),
  ];
}

const pourReasonsOf = (drink: DiagnosedDrink): string[] =>
  drink.enteredBy === 'unit' ? unique(pourReasons(drink)) : [];

const unique = (reasons: readonly { text: string }[]): string[] => [
  ...new Set(reasons.map(({ text }) => text)),
];

/** An empty bottle is likelier than a blocked line, and that than a slow one. */
const likelihood: readonly ReportedPour['outcome'][] = [
  'empty',
  'blocked',
  'timeout',
  'partial',
  'cancelled',
  'poured',
];

function pourReasons(drink: DiagnosedDrink): { text: string }[] {
  return drink.pours
    .flatMap((pour) => {
      const text = reasonOf(pour, drink);
      return text === null ? [] : [{ text, rank: likelihood.indexOf(pour.outcome) }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

function reasonOf(pour: ReportedPour, drink: DiagnosedDrink): string | null {
  const stock = drink.stock.find(({ ingredientId }) => ingredientId === pour.ingredientId);
  const requestedMl = stock === undefined ? null : stock.servingSizeMl * (drink.isDouble ? 2 : 1);
  const place = say.place(pour.position, pour.ingredientName);
  const poured = say.poured(pour.ml, requestedMl, pour.ms);
  if (pour.outcome === 'empty') return emptyReason(place, pour, stock);
  if (pour.outcome === 'blocked') return say.blocked(place);
  if (pour.outcome === 'cancelled') return say.cancelled(place, poured);
  if (pour.outcome === 'timeout') return say.tooSlow(place, poured);
  const isShort = requestedMl !== null && pour.ml < requestedMl * wholeShare;
  if (pour.outcome === 'partial' || isShort) {
    const limitMs = stock?.pouringTimeMs ?? null;
    return limitMs !== null && pour.ms >= limitMs
      ? say.tooSlow(place, poured)
      : say.stoppedEarly(place, poured);
  }
  return null;
}

/** What the unit found empty and the books call full is a bottle that nobody recorded. */
function emptyReason(place: string, pour: ReportedPour, stock: StockNow | undefined): string {
  const now = stock?.places.find(({ position }) => position === pour.position);
  const isRecordedFull = now !== undefined && now.remainingMl >= (stock?.servingSizeMl ?? 0);
  return isRecordedFull && pour.ml === 0
    ? say.emptyButRecorded(place, now.remainingMl)
    : say.empty(place);
}

function stockReasons(drink: DiagnosedDrink): string[] {
  return drink.stock.flatMap(({ name, active, places, servingSizeMl }) => {
    if (places.length === 0) return [say.notLoaded(name)];
    if (!active) return [say.switchedOff(name)];
    const leftMl = places.reduce((sum, { remainingMl }) => sum + remainingMl, 0);
    return leftMl < servingSizeMl ? [say.nearlyOut(name, leftMl, servingSizeMl)] : [];
  });
}
