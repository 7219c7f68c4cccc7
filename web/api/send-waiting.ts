/** All that was ticked, counted and settled and waits for the network. */
import { confirm } from '../ui/confirm.tsx';
import { sendCountLines, waitingLines } from './count-queue.ts';
import { sendRefills, waitingRefills } from './refill-queue.ts';
import { sendSettlements, waitingSettlements } from './settlement-queue.ts';

const longestWaitMs = 3_000;

/** @param atOnce true to leave no time to take it back */
export async function sendWaiting(userId: string, atOnce = false): Promise<void> {
  await sendRefills(userId, atOnce);
  await sendCountLines(userId, atOnce);
  await sendSettlements(userId, atOnce);
}

/**
 * Sends all of it before the account signs out.
 * @returns false where something is left, and the user does not want it to be deleted
 */
export async function sendBeforeLeaving(userId: string): Promise<boolean> {
  const late = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  await Promise.race([sendWaiting(userId, true), late]);
  const left = [waitingRefills, waitingLines, waitingSettlements].reduce(
    (sum, waiting) => sum + waiting.get().length,
    0,
  );
  if (left === 0) return true;
  return confirm({
    text: left === 1 ? '1 entry is not sent yet' : `${left} entries are not sent yet`,
    details: [
      'Refills, counts and settled drinks of this phone wait for the network. Logging out deletes them here, and they count nowhere.',
    ],
    confirmLabel: 'Log out and delete',
    cancelLabel: 'Stay',
    danger: true,
  });
}
