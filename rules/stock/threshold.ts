/** A threshold as it is typed: whole percent from 0 to 100. */

/**
 * What the field shows for what was typed: clamped, and 0 for what is no number. Empty stays empty, and a minus sign may
 * stand alone until its number follows.
 */
export function thresholdText(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed === '-') return typed;
  const percent = Number(typed);
  if (!Number.isFinite(percent)) return '0';
  return String(Math.round(Math.min(100, Math.max(0, percent))));
}

/** The percentage of a field that is left; null when nothing was typed. */
export function thresholdOf(text: string): number | null {
  if (text === '') return null;
  return text === '-' ? 0 : Number(thresholdText(text));
}
