import { useEffect, useState } from 'react';
import { onIdentityDemand } from '../session/demands.ts';
import { onSessionEnd, useSession } from '../session/session.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const IdentityDialog = lazyDialog('Confirm that it is you', () => import('./identity-dialog.tsx'));

/** Asks who uses the session when a change needs it. */
export function IdentityHost() {
  const session = useSession();
  const [asked, setAsked] = useState<{ respond: (isConfirmed: boolean) => void } | null>(null);
  useEffect(
    () => onIdentityDemand(() => new Promise((resolve) => setAsked({ respond: resolve }))),
    [],
  );
  useEffect(() => {
    if (asked === null) return undefined;
    return onSessionEnd(() => {
      setAsked(null);
      asked.respond(false);
    });
  }, [asked]);
  if (asked === null || session === null) return null;
  const finish = (isConfirmed: boolean) => {
    setAsked(null);
    asked.respond(isConfirmed);
  };
  return (
    <IdentityDialog
      email={session.claims.email}
      onConfirmed={() => finish(true)}
      onClose={() => finish(false)}
    />
  );
}
