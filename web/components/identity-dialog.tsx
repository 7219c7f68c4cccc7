import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { recentMinutes } from '../../rules/users/sign-in.ts';
import { errorMessage } from '../api/api-error.ts';
import { confirmIdentityMutation, passkeysQuery } from '../api/passkeys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorLine } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { fieldErrors, typedText } from './form-state.ts';
import styles from './identity-dialog.module.css';

interface IdentityDialogProps {
  /** For password managers. */
  readonly email: string;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks for the password or a passkey; the request that needs it waits, with what was typed for it. */
export default function IdentityDialog({ email, onConfirmed, onClose }: IdentityDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { data: passkeys } = useQuery(passkeysQuery());
  const confirm = useMutation({
    ...confirmIdentityMutation,
    onSuccess: onConfirmed,
    onError: () => form.current?.querySelector<HTMLInputElement>('[name=password]')?.select(),
  });
  const hasPasskey = passkeys !== undefined && passkeys.length > 0;
  const { error, isPending, isSuccess, variables } = confirm;
  const isBusy = isPending || isSuccess;
  const atPassword = fieldErrors(error).get('password');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    confirm.mutate({ password: typedText(new FormData(event.currentTarget), 'password') });
  };
  return (
    <Dialog title="Confirm that it is you" onClose={onClose}>
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        <p>
          {`More than ${recentMinutes} minutes have passed since you signed in or entered your password. `}
          {hasPasskey ? 'Enter it again, or use a passkey, to go on.' : 'Enter it again to go on.'}{' '}
          What you have typed is kept.
        </p>
        {error && atPassword === undefined && (
          <ErrorLine>{error.name === 'ApiError' ? errorMessage(error) : error.message}</ErrorLine>
        )}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          error={atPassword}
        />
        <div className="dialog-actions">
          {hasPasskey && (
            <Button
              variant="default"
              className={styles['passkey'] ?? ''}
              disabled={isBusy}
              loading={isBusy && variables === 'passkey'}
              onClick={() => confirm.mutate('passkey')}
            >
              Use a passkey
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy && variables !== 'passkey'}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
