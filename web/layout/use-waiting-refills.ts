import { useEffect } from 'react';
import { readRefills } from '../session/storage.ts';

async function sendWaiting(userId: string): Promise<void> {
  if (readRefills() === null) return;
  const { sendRefills } = await import('../api/refill-queue.ts');
  await sendRefills(userId);
}

/** Sends the refills that this account ticked without a network: when the app opens, and when the network is back. */
export function useWaitingRefills(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return undefined;
    const send = () => void sendWaiting(userId);
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [userId]);
}
