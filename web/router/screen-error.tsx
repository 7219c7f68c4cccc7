import { useEffect } from 'react';
import { errorMessages } from '../../rules/messages.ts';
import { ErrorLine } from '../ui/error-line.tsx';
import { PageSkeleton } from '../ui/skeletons.tsx';
import { isReloading } from './reload-once.ts';

/** Error page for a screen that failed to load or render; the usual cause is a newer version on the server. */
export function ScreenError({ error }: { readonly error: unknown }) {
  useEffect(() => {
    reportError(error);
  }, [error]);
  if (isReloading()) return <PageSkeleton />;
  return (
    <ErrorLine
      hint="Reloading the page usually helps. Nothing that was saved is lost."
      onRetry={() => location.reload()}
    >
      {errorMessages.unknown}
    </ErrorLine>
  );
}
