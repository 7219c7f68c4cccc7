import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import { roleDescriptions, roleNames } from '../../../rules/permissions/people-messages.ts';
import { passwordLength } from '../../../rules/users/sign-in.ts';
import { errorMessage, isRefusal } from '../../api/api-error.ts';
import { membershipsQuery } from '../../api/memberships.ts';
import { acceptInvitationMutation, invitationQuery } from '../../api/people.ts';
import { queryClient } from '../../api/endpoint-query.ts';
import { loginMutation } from '../../api/users.ts';
import { fieldErrors, focusFirstError } from '../../components/form-state.ts';
import { AccountEmailField, AuthLayout, AuthLoading } from '../../components/auth-layout.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { SentForm } from '../../components/sent-form.tsx';
import { chooseOwnerOf } from '../../context/use-memberships.ts';
import { paths } from '../../paths.ts';
import type { Claims } from '../../session/claims.ts';
import { startSession, useSession } from '../../session/session.ts';
import { signOut } from '../../session/sign-out.ts';
import { ErrorLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from '../../components/auth-form.module.css';

/** Page behind the link of an invitation: joins with the account that is signed in, or with another or a new one. */
export default function AcceptScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const claims = useSession()?.claims;
  const { data, error, refetch } = useQuery({ ...invitationQuery(token), retry: false });
  if (error && !isRefusal(error))
    return (
      <AuthLayout title="Invitation" documentTitle="Invitation">
        <LoadError what="invitation" error={error} onRetry={refetch} />
      </AuthLayout>
    );
  if (error)
    return (
      <AuthLayout title="This link cannot be used" documentTitle="Invitation">
        <div className={styles['form']}>
          <ErrorLine hint="Ask the person who invited you for another invitation. If you have joined already, sign in.">
            {errorMessage(error)}
          </ErrorLine>
          <LinkButton href={claims ? paths.root : paths.login} size="md" fullWidth>
            {claims ? 'Go to Barback' : 'Sign in'}
          </LinkButton>
        </div>
      </AuthLayout>
    );
  if (!data) return <AuthLoading />;

  const where = data.venues === null ? 'All venues' : data.venues.join(', ');
  return (
    <AuthLayout title={`Join ${data.ownerName}`} documentTitle="Invitation">
      <p className={styles['note']}>
        <strong>{roleNames[data.role]}</strong> · {where}
        <br />
        {roleDescriptions[data.role]}
      </p>
      {claims?.accountType === 'staff' ? (
        <JoinAsYourself token={token} claims={claims} />
      ) : (
        <AccountForm token={token} />
      )}
    </AuthLayout>
  );
}

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
  const send = (typed: (name: string) => string) => {
    const [name, password] = [typed('name'), typed('password')];
    // The invitation is used up: only the sign-in is tried again.
    if (accept.data) return signIn(accept.data.email, password, accept.data.ownerId);
    accept.mutate({ token, email: typed('email'), ...(name === '' ? {} : { name }), password });
  };
  return (
    <SentForm
      formRef={form}
      className={styles['form']}
      sending={{ error: failed, isPending: busy }}
      isAtFields={false}
      onSend={send}
    >
      <AccountEmailField description="The address that was invited" error={fields.get('email')} />
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
    </SentForm>
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

/** Opens the dashboard for an owner whom the signed-in account has joined. */
export async function goToOwner(ownerId: string): Promise<void> {
  const memberships = await queryClient.fetchQuery(membershipsQuery()).catch(() => []);
  const joined = memberships.find((one) => one.ownerId === ownerId);
  if (joined) chooseOwnerOf(joined);
  else location.assign(paths.root);
}
