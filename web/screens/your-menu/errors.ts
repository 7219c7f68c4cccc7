/** What went wrong with something done to an ingredient or a drink. */
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { notify } from '../../ui/toasts.tsx';
import { sharedValue } from '../../ui/shared-value.ts';

/** What is wrong with the name of an ingredient: it has a place of its own on the screen. */
export const nameError = sharedValue<string | null>(null);

export function tellFailure(error: unknown): void {
  const aboutName = error instanceof ApiError ? error.fields.get('name') : undefined;
  if (aboutName === undefined) notify(errorMessage(error), 'error');
  else nameError.set(aboutName);
}

/** Does it, and tells what goes wrong. Whether it was done. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  nameError.set(null);
  try {
    await action();
    return true;
  } catch (error) {
    tellFailure(error);
    return false;
  }
}
