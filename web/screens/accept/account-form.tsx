import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import { passwordLength } from '../../../rules/users/password-length.ts';
import { errorMessage } from '../../api/api-error.ts';
import { acceptInvitationMutation } from '../../api/people.ts';
import { loginMutation } from '../../api/users.ts';
import { fieldErrors, focusFirstError } from '../../components/field-errors.ts';
import { typedText } from '../../components/form-values.ts';
import styles from '../../components/front-form.module.css';
import { paths } from '../../paths.ts';
import { startSession } from '../../session/session.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { goToOwner } from './go-to-owner.ts';

/** Joins with a new account, or with one whose password is typed, and signs in. */
export function AccountForm({ token }: { readonly token: string }) {
  const form = useRef<HTMLFormElement>(null);
  const login = useMutation(loginMutation);
  const signIn = (email: string, password: string, ownerId: string) =>
    login.mutate({ email, password }, { onSuccess: (started) => void enter(started, ownerId) });
  const accept = useMutation({
    ...acceptInvitationMutation,
    onSuccess: ({ email, ownerId }, { password = '' }) => signIn(email, password, ownerId),
    onError: (failure) => focusFirstError(form.current, failure),
  });
  const fields = fieldErrors(accept.error);
  const failed = accept.error && fields.size === 0 ? accept.error : login.error;
  // The form stays locked until the page has reloaded.
  const busy = accept.isPending || (accept.isSuccess && !login.isError);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    // The invitation is used up: only the sign-in is tried again.
    if (accept.data) {
      return signIn(accept.data.email, typedText(typed, 'password'), accept.data.ownerId);
    }
    const name = typedText(typed, 'name');
    accept.mutate({
      token,
      email: typedText(typed, 'email'),
      ...(name === '' ? {} : { name }),
      password: typedText(typed, 'password'),
    });
  };
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
      {failed && <ErrorLine>{errorMessage(failed)}</ErrorLine>}
      <TextField
        label="Email"
        name="email"
        type="email"
        description="The address that was invited"
        autoComplete="username"
        size="md"
        error={fields.get('email')}
      />
      <TextField
        label="Your name"
        name="name"
        description="Of a new account"
        autoComplete="name"
        size="md"
        error={fields.get('name')}
      />
      <PasswordField
        label="Password"
        name="password"
        description={`At least ${passwordLength.least} characters, or the password of the account that you have for another bar`}
        autoComplete="new-password"
        size="md"
        error={fields.get('password')}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        Join
      </Button>
    </form>
  );
}

async function enter(
  signIn: Awaited<ReturnType<NonNullable<typeof loginMutation.mutationFn>>>,
  ownerId: string,
): Promise<void> {
  // An account with a second factor signs in on the login screen.
  if (!('token' in signIn)) return location.assign(paths.login);
  if (!startSession(signIn.token)) throw new Error(errorMessages.unknown);
  await goToOwner(ownerId);
}
