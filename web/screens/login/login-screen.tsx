import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useSearch } from '@tanstack/react-router';
import { errorMessages } from '../../../rules/messages.ts';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { loginMutation } from '../../api/users.ts';
import { typedText } from '../../components/form-values.ts';
import styles from '../../components/front-form.module.css';
import { FrontPage } from '../../components/front-page.tsx';
import { paths } from '../../paths.ts';
import { ownPath } from '../../session/own-path.ts';
import { startSession, useEndedUnasked } from '../../session/session.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { readLoginError } from './login-error.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStep } from './second-step.tsx';

/** Uncontrolled form: values are read from the inputs and never overwritten. */
export default function LoginScreen() {
  const form = useRef<HTMLFormElement>(null);
  const { next } = useSearch({ from: '/login' });
  const hasEnded = useEndedUnasked();
  const [challenge, setChallenge] = useState<string>();
  const enter = (token: string) => {
    if (!startSession(token)) throw new Error(errorMessages.unknown);
    location.assign(ownPath(next) ?? paths.root);
  };
  const login = useMutation({
    ...loginMutation,
    onSuccess: (signIn) => {
      if ('token' in signIn) enter(signIn.token);
      else setChallenge(signIn.challenge);
    },
  });
  const error = login.error && readLoginError(login.error);
  // The form stays locked until the page has reloaded.
  const busy = login.isPending || login.isSuccess;

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    login.mutate(
      { email: typedText(typed, 'email'), password: typedText(typed, 'password') },
      {
        onError: (failure) => {
          const marked = readLoginError(failure);
          const name = marked.password && !marked.email ? 'password' : 'email';
          form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
        },
      },
    );
  };

  if (challenge !== undefined) {
    const restart = () => {
      setChallenge(undefined);
      login.reset();
    };
    return <SecondStep challenge={challenge} onToken={enter} onRestart={restart} />;
  }

  return (
    <FrontPage title="Log in" documentTitle="Log in">
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        {hasEnded && !error && <output className={styles['note']}>{sessionMessages.ended}</output>}
        {error?.general && <ErrorLine hint={error.hint}>{error.general}</ErrorLine>}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          size="md"
          error={error?.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          error={error?.password}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Login
        </Button>
        <PasskeyButton onToken={enter} />
        <Link href={paths.forgotPassword}>Forgot your password?</Link>
      </form>
    </FrontPage>
  );
}
