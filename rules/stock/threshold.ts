/** Threshold input: whole percent from 0 to 100. */
import { withPoint } from '../../lib/decimal-comma.ts';

function wholePercent(text: string): number {
  const percent = Number(withPoint(text));
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : 0;
}

/**
 * Normalized field text: clamped, and 0 when it is not a number. Empty stays empty, and a lone minus sign or a decimal
 * point at the end is allowed while typing.
 */
export function thresholdText(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed === '-' || /^\d+[.,]$/.test(typed)) return typed;
  return String(wholePercent(typed));
}

/** Percentage of a field on blur; null when it is empty. */
export const thresholdOf = (text: string): number | null =>
  text === '' ? null : wholePercent(text);
