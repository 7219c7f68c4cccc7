import { ApiError, errorMessage } from '../api/api-error.ts';
import { ErrorLine } from '../ui/error-line.tsx';

interface FailedLineProps {
  /** What was thrown. */
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** Why something could not be fetched, what to tell support, and another try. */
export const FailedLine = ({ error, onRetry }: FailedLineProps) => (
  <ErrorLine
    requestId={error instanceof ApiError ? error.requestId : undefined}
    onRetry={() => void onRetry()}
  >
    {errorMessage(error)}
  </ErrorLine>
);
