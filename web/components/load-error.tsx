import { useQuery } from '@tanstack/react-query';
import { errorMessages } from '../../rules/messages.ts';
import { ApiError, errorMessage } from '../api/api-error.ts';
import { flagsQuery } from '../api/flags.ts';
import { ErrorLine } from '../ui/page.tsx';

export interface LostProps {
  /** Name of what could not be loaded: `venues`, `order`. */
  readonly what: string;
  /** Shown where its message helps. */
  readonly error?: unknown;
  readonly onRetry: () => unknown;
}

/** Takes the place of a list or form that could not be loaded: it is unknown, not empty. */
export const LoadError = ({ what, error, onRetry }: LostProps) => (
  <ErrorLine
    hint={error ? errorMessage(error) : undefined}
    requestId={error instanceof ApiError ? error.requestId : undefined}
    onRetry={() => void onRetry()}
  >
    {errorMessages.lost(what)}
  </ErrorLine>
);

// Features that could not be loaded: without them, a screen would lack fields and actions without a word.

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
  return lost.length > 0 && <LoadError what="features" error={lost[0]?.error} onRetry={retry} />;
}

interface FailedLineProps {
  /** The thrown value. */
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** Load error with details for support and a retry button. */
export const FailedLine = ({ error, onRetry }: FailedLineProps) => (
  <ErrorLine
    requestId={error instanceof ApiError ? error.requestId : undefined}
    onRetry={() => void onRetry()}
  >
    {errorMessage(error)}
  </ErrorLine>
);
