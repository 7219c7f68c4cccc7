import { isServerReached } from '../../api/refill-queue.ts';
import { useSharedValue } from '../../ui/shared-value.ts';
import styles from './refill-screen.module.css';

/** Says that ticks wait for the network. */
export function WaitingLine({ count }: { readonly count: number }) {
  const isReached = useSharedValue(isServerReached);
  return (
    <output className={styles['waiting']}>
      {!isReached && count > 0
        ? `${count === 1 ? '1 refill waits' : `${count} refills wait`} for the network on this device, and will be sent once, with its own time.`
        : ''}
    </output>
  );
}
