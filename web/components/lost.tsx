import { errorMessages } from '../../rules/messages.ts';
import { ApiError, errorMessage } from '../api/api-error.ts';
import { ErrorLine } from '../ui/error-line.tsx';

export interface LostProps {
  /** Name of what could not be loaded: `venues`, `order`. */
  readonly what: string;
  /** Shown where its message helps. */
  readonly error?: unknown;
  readonly onRetry: () => unknown;
}

/** Takes the place of a list or form that could not be loaded: it is unknown, not empty. */
export const Lost = ({ what, error, onRetry }: LostProps) => (
  <ErrorLine
    hint={error ? errorMessage(error) : undefined}
    requestId={error instanceof ApiError ? error.requestId : undefined}
    onRetry={() => void onRetry()}
  >
    {errorMessages.lost(what)}
  </ErrorLine>
);
