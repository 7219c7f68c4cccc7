import { isDeepStrictEqual } from 'node:util';
import { venueMessages } from '../../rules/messages.ts';
import { fieldError } from './errors.ts';

type Stored = string | number | boolean | null | readonly string[];

/**
 * Optimistic concurrency: throws 409, naming each field whose value differs from the one its sender last saw. The row
 * is locked.
 * @param format formats the message for the value that a field has now
 */
export function rejectStaleUpdate(
  expected: Readonly<Record<string, unknown>> | undefined,
  current: Readonly<Record<string, Stored>>,
  format: (value: string) => string = venueMessages.changedMeanwhile,
): void {
  const stale: Record<string, string> = {};
  for (const [field, seen] of Object.entries(expected ?? {})) {
    const stored = Object.hasOwn(current, field) ? current[field] : undefined;
    if (stored === undefined || isDeepStrictEqual(stored, seen)) continue;
    stale[field] = format(typeof stored === 'object' ? (stored ?? []).join(', ') : String(stored));
  }
  if (Object.keys(stale).length > 0) throw fieldError(stale, 409);
}
