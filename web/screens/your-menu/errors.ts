/** Error reporting for actions on ingredients and drinks. */
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { notify } from '../../ui/toasts.tsx';
import { sharedValue } from '../../ui/shared-value.ts';

/** Error of an ingredient name, which has its own spot on the screen. */
export const nameError = sharedValue<string | null>(null);

export function showError(error: unknown): void {
  const aboutName = error instanceof ApiError ? error.fields.get('name') : undefined;
  if (aboutName === undefined) notify(errorMessage(error), 'error');
  else nameError.set(aboutName);
}

/** Runs an action and reports its error. Returns true on success. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  nameError.set(null);
  try {
    await action();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
