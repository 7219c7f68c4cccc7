/** Threshold input: whole percent from 0 to 100. */

/**
 * Normalized field text: clamped, and 0 when it is not a number. Empty stays empty, and a lone minus sign is allowed
 * while typing.
 */
export function thresholdText(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed === '-') return typed;
  const percent = Number(typed);
  if (!Number.isFinite(percent)) return '0';
  return String(Math.round(Math.min(100, Math.max(0, percent))));
}

/** Percentage of a field on blur; null when it is empty. */
export function thresholdOf(text: string): number | null {
  if (text === '') return null;
  return text === '-' ? 0 : Number(thresholdText(text));
}
