import { isDeepStrictEqual } from 'node:util';
import { venueMessages } from '../../rules/messages.ts';
import { fieldError } from './errors.ts';

type Stored = string | number | boolean | null | readonly string[];

/**
 * Refuses (409, naming each field) when a field holds something else than its sender last saw. The row is locked.
 * @param told the sentence for the value that a field holds now
 */
export function rejectStaleUpdate(
  expected: Readonly<Record<string, unknown>> | undefined,
  current: Readonly<Record<string, Stored>>,
  told: (value: string) => string = venueMessages.changedMeanwhile,
): void {
  const stale: Record<string, string> = {};
  for (const [field, seen] of Object.entries(expected ?? {})) {
    const stored = Object.hasOwn(current, field) ? current[field] : undefined;
    if (stored === undefined || isDeepStrictEqual(stored, seen)) continue;
    stale[field] = told(typeof stored === 'object' ? (stored ?? []).join(', ') : String(stored));
  }
  if (Object.keys(stale).length > 0) throw fieldError(stale, 409);
}
