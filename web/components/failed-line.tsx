import { ApiError, errorMessage } from '../api/api-error.ts';
import { ErrorLine } from '../ui/error-line.tsx';

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
