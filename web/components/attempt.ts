import { errorMessage } from '../api/api-error.ts';
import { notify, withdrawNotice } from '../ui/toasts.tsx';

/**
 * Runs an action. Its error is shown as a toast until the same action succeeds.
 * @param about unique name of the action: `delete drink d-1`
 * @returns true on success
 */
export async function attempt(about: string, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    withdrawNotice(about);
    return true;
  } catch (error) {
    notify(errorMessage(error), 'error', about);
    return false;
  }
}
