import { useEffect, useState } from 'react';
import { onIdentityAsked } from '../session/demands.ts';
import { onSessionEnd, useSession } from '../session/session.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const IdentityDialog = lazyDialog('Confirm that it is you', () => import('./identity-dialog.tsx'));

/** Asks who uses the session when a change needs it. */
export function IdentityHost() {
  const session = useSession();
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null);
  useEffect(
    () => onIdentityAsked(() => new Promise((resolve) => setAsked({ answer: resolve }))),
    [],
  );
  useEffect(() => {
    if (asked === null) return undefined;
    return onSessionEnd(() => {
      setAsked(null);
      asked.answer(false);
    });
  }, [asked]);
  if (asked === null || session === null) return null;
  const answer = (isConfirmed: boolean) => {
    setAsked(null);
    asked.answer(isConfirmed);
  };
  return (
    <IdentityDialog
      email={session.claims.email}
      onConfirmed={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
