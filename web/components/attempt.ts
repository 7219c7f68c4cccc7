import { undoMessages } from '../../rules/messages.ts';
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

// Changes that can be undone for ten seconds after they were made.

/** One at a time: the last change is the one that Undo is about. */
const about = 'undo';

/**
 * Reports a change in a toast with the button Undo. What was changed meanwhile is refused by the server, and the reason
 * is shown.
 * @param undo reverses the change, from the state that it led to
 * @param undone reported when the change has been undone
 */
export function offerUndo(done: string, undo: () => Promise<unknown>, undone: string): void {
  notify(done, 'success', about, () => void run(undo, undone));
}

async function run(undo: () => Promise<unknown>, undone: string): Promise<void> {
  notify(undoMessages.undoing, 'info', about);
  try {
    await undo();
    notify(undone, 'success', about);
  } catch (error) {
    notify(undoMessages.notUndone(errorMessage(error)), 'error', about);
  }
}
