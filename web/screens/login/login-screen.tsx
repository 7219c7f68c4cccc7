import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { ApiError } from '../../api/api-error.ts';
import { passkeySignInMutation } from '../../api/passkeys.ts';
import { firstRunQuery, loginMutation, verifySecondFactorMutation } from '../../api/users.ts';
import { fieldErrors, typedText } from '../../components/form-state.ts';
import { AccountEmailField, AuthLayout } from '../../components/auth-layout.tsx';
import { SentForm } from '../../components/sent-form.tsx';
import { paths } from '../../paths.ts';
import { ownPath } from '../../session/own-path.ts';
import { startSession, useEndedUnasked } from '../../session/session.ts';
import { ErrorLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Link } from '../../ui/link.tsx';
import styles from '../../components/auth-form.module.css';

/** Erases what was kept for the account before, also where its session has ended while no page was open. */
const eraseLast = () =>
  void import('../../api/offline.ts').then(
    ({ eraseKept }) => eraseKept(),
    () => undefined,
  );

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
  // Takes the place of the link for a lost password, which an installation without accounts does not need.
  const isEmpty = useQuery(firstRunQuery).data?.isNeeded === true;
  const error = login.error && readLoginError(login.error);
  // The form stays locked until the page has reloaded.
  const busy = login.isPending || login.isSuccess;

  useEffect(eraseLast, []);

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
    <AuthLayout title="Sign in" documentTitle="Sign in">
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        {hasEnded && !error && <output className={styles['note']}>{sessionMessages.ended}</output>}
        {error?.general && <ErrorLine hint={error.hint}>{error.general}</ErrorLine>}
        <AccountEmailField error={error?.email} />
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
        {isEmpty ? (
          <Link href={paths.firstRun} className={styles['centred']}>
            Set up Barback
          </Link>
        ) : (
          <Link href={paths.forgotPassword} className={styles['centred']}>
            Forgot your password?
          </Link>
        )}
      </form>
    </AuthLayout>
  );
}

interface SecondStepProps {
  readonly challenge: string;
  readonly onToken: (token: string) => void;
  /** Returns to the email and the password. */
  readonly onRestart: () => void;
}

/** Second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ challenge, onToken, onRestart }: SecondStepProps) {
  const field = useRef<HTMLInputElement>(null);
  const verify = useMutation({
    ...verifySecondFactorMutation,
    onSuccess: ({ token }) => onToken(token),
    onError: () => field.current?.select(),
  });
  const errors = fieldErrors(verify.error);
  useEffect(() => field.current?.focus(), []);
  const busy = verify.isPending || verify.isSuccess;

  return (
    <AuthLayout title="Enter your code" documentTitle="Sign in">
      <SentForm
        className={styles['form']}
        sending={{ error: verify.error, isPending: busy }}
        onSend={(typed) => verify.mutate({ challenge, code: typed('code') })}
      >
        <TextField
          ref={field}
          label="Code"
          name="code"
          description="The six digits that your authenticator app shows, or a recovery code"
          autoComplete="one-time-code"
          size="md"
          error={errors.get('code')}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Sign in
        </Button>
        <PasskeyButton onToken={onToken} />
        <Button variant="subtle" size="md" fullWidth onClick={onRestart}>
          Back
        </Button>
      </SentForm>
    </AuthLayout>
  );
}

/** Signs in with a passkey that the browser offers, without an email and a password. */
export function PasskeyButton({ onToken }: { readonly onToken: (token: string) => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...passkeySignInMutation,
    onSuccess: ({ token }) => onToken(token),
  });
  return (
    <>
      {error && <ErrorLine>{error.message}</ErrorLine>}
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={isPending || isSuccess}
        onClick={() => mutate()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

// Error text of a failed login and its field.

export interface LoginError {
  /** Message that belongs to no field. */
  readonly general?: string;
  /** Suggested action when the response has no message. */
  readonly hint?: string;
  /** Message at the field. */
  readonly email?: string;
  readonly password?: string;
}

const fieldOf: Readonly<Record<string, 'email' | 'password'>> = {
  email: 'email',
  emailnotfound: 'email',
  password: 'password',
  passwordincorrect: 'password',
};

/** Shows the entries of the map at their fields; one without a field is shown when it is the first. */
function readFields(fields: ReadonlyMap<string, string>): LoginError {
  const shown: { general?: string; email?: string; password?: string } = {};
  let first = true;
  for (const [name, message] of fields) {
    const field = fieldOf[name];
    if (field) shown[field] ??= message;
    else if (first) shown.general = message;
    first = false;
  }
  return shown;
}

export function readLoginError(error: unknown): LoginError {
  if (!(error instanceof ApiError)) return { general: errorMessages.unknown };
  if (error.shape === 'fields') return readFields(error.fields);
  if (error.shape === 'message') return { general: error.message };
  // Text responses and network errors have their own message here.
  return error.shape === 'network'
    ? { general: errorMessages.unknown, hint: errorMessages.unreachable }
    : { general: errorMessages.unknown };
}
