/** Error reporting for actions on ingredients and drinks. */
import { ApiError } from '../../api/api-error.ts';
import { attempt } from '../../components/attempt.ts';
import { sharedValue } from '../../ui/shared-value.ts';

/** Error of an ingredient name, which has its own spot on the screen. */
export const nameError = sharedValue<string | null>(null);

/** Runs an action; an error that is about no name is a toast. Returns true on success. */
export async function attemptOnCard(
  about: string,
  action: () => Promise<unknown>,
): Promise<boolean> {
  nameError.set(null);
  const done = await attempt(about, () => action().catch(keepNameError));
  return done && nameError.get() === null;
}

function keepNameError(error: unknown): void {
  const aboutName = error instanceof ApiError ? error.fields.get('name') : undefined;
  if (aboutName === undefined) throw error;
  nameError.set(aboutName);
}
