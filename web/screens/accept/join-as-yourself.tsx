import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { acceptInvitationMutation } from '../../api/people.ts';
import styles from '../../components/front-form.module.css';
import type { Claims } from '../../session/claims.ts';
import { signOut } from '../../session/sign-out.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { goToOwner } from './go-to-owner.ts';

interface JoinAsYourselfProps {
  readonly token: string;
  readonly claims: Claims;
}

/** Joins with the account of the session, which stays with its other owners. */
export function JoinAsYourself({ token, claims: { email } }: JoinAsYourselfProps) {
  const accept = useMutation({
    ...acceptInvitationMutation,
    onSuccess: ({ ownerId }) => goToOwner(ownerId),
  });
  // Locked until the page has reloaded.
  const busy = accept.isPending || accept.isSuccess;
  return (
    <div className={styles['form']}>
      {accept.error && <ErrorLine>{errorMessage(accept.error)}</ErrorLine>}
      <p>
        You are signed in as <strong>{email}</strong>. You keep what you have, and choose at the top
        for whom you work.
      </p>
      <Button size="md" fullWidth loading={busy} onClick={() => accept.mutate({ token, email })}>
        Join as {email}
      </Button>
      <Button size="md" variant="default" fullWidth disabled={busy} onClick={() => void signOut()}>
        Use another account
      </Button>
    </div>
  );
}
