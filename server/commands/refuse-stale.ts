import { isDeepStrictEqual } from 'node:util';
import { venueMessages } from '../../rules/messages.ts';
import { fieldProblem } from '../problems.ts';

type Stored = string | number | boolean | null | readonly string[];

/** Refuses (409, naming the field) when a field holds something else than its sender last saw. The row is locked. */
export function refuseStale(
  expected: Readonly<Record<string, unknown>> | undefined,
  current: Readonly<Record<string, Stored>>,
): void {
  for (const [field, seen] of Object.entries(expected ?? {})) {
    const stored = current[field];
    if (stored === undefined || isDeepStrictEqual(stored, seen)) continue;
    const shown = typeof stored === 'object' ? (stored ?? []).join(', ') : String(stored);
    throw fieldProblem({ [field]: venueMessages.changedMeanwhile(shown) }, 409);
  }
}
