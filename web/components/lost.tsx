import { errorMessages } from '../../rules/messages.ts';
import { errorMessage } from '../api/api-error.ts';
import { ErrorLine } from '../ui/error-line.tsx';

interface LostProps {
  /** Plural name of what could not be loaded. */
  readonly what: string;
  /** Shown where its message helps. */
  readonly error?: unknown;
  readonly onRetry: () => unknown;
}

/** Takes the place of a list or form that could not be loaded: it is unknown, not empty. */
export const Lost = ({ what, error, onRetry }: LostProps) => (
  <ErrorLine hint={error ? errorMessage(error) : undefined} onRetry={() => void onRetry()}>
    {errorMessages.lost(what)}
  </ErrorLine>
);
