import { counted } from '../../lib/counted.ts';
import { isServerReached, unstoredCount } from '../api/waiting-queue.ts';
import { useSharedValue } from '../ui/hooks.ts';

interface WaitingLineProps {
  /** The name of one entry that waits, in the singular. */
  readonly what: string;
  readonly count: number;
  /** How it will be sent. */
  readonly sentAs: string;
}

/** Says how much waits for the network, and that it is lost with the page where the storage is full. */
export function WaitingLine({ what, count, sentAs }: WaitingLineProps) {
  const isReached = useSharedValue(isServerReached);
  const isUnstored = useSharedValue(unstoredCount) > 0;
  if (isReached || count === 0) return <output className="waiting-line" />;
  return (
    <output className="waiting-line">
      {`${counted(count, what)} ${count === 1 ? 'waits' : 'wait'} for the network `}
      {isUnstored
        ? 'in this page only: the storage of this browser is full. Keep the page open until the network is back.'
        : `on this device, and will be sent ${sentAs}.`}
    </output>
  );
}
