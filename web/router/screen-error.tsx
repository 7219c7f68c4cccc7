import { useEffect } from 'react';
import { errorMessages } from '../../rules/messages.ts';
import { ErrorLine } from '../ui/error-line.tsx';

/** A screen that could not be loaded or drawn: most often a newer version stands on the server. */
export function ScreenError({ error }: { readonly error: unknown }) {
  useEffect(() => {
    reportError(error);
  }, [error]);
  return (
    <ErrorLine
      hint="Loading the page anew usually helps. Nothing that was saved is lost."
      onRetry={() => location.reload()}
    >
      {errorMessages.unknown}
    </ErrorLine>
  );
}
