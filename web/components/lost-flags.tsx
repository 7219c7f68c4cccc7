/** Features that could not be loaded: without them, a screen would lack fields and actions without a word. */
import { useQuery } from '@tanstack/react-query';
import { flagsQuery } from '../api/flags.ts';
import { Lost } from './lost.tsx';

interface LostFlagsProps {
  /** Undefined while loading, and for a screen that depends on none of the venue. */
  readonly venueId?: string | undefined;
  readonly unitNumber?: number | undefined;
}

export function LostFlags({ venueId = '', unitNumber }: LostFlagsProps) {
  const unit = unitNumber === undefined ? '' : String(unitNumber);
  const ofVenue = useQuery(flagsQuery({ kind: 'venue', key: venueId }));
  const ofUnit = useQuery(flagsQuery({ kind: 'unit', key: unit }));
  const lost = [ofVenue, ofUnit].filter(({ isLoadingError }) => isLoadingError);
  const retry = () => lost.forEach(({ refetch }) => void refetch());
  return lost.length > 0 && <Lost what="features" error={lost[0]?.error} onRetry={retry} />;
}
