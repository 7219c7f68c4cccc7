import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import { roleDescriptions, roleNames } from '../../../rules/permissions/role-texts.ts';
import { passwordLength } from '../../../rules/users/password-length.ts';
import { errorMessage } from '../../api/api-error.ts';
import { acceptInvitationMutation, invitationQuery } from '../../api/people.ts';
import { loginMutation } from '../../api/users.ts';
import { fieldErrors, focusFirstError } from '../../components/field-errors.ts';
import { typedText } from '../../components/form-values.ts';
import styles from '../../components/front-form.module.css';
import { FrontPage } from '../../components/front-page.tsx';
import { paths } from '../../paths.ts';
import { startSession } from '../../session/session.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

/** Page behind the link of an invitation: makes the account and signs in. */
export default function AcceptScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const form = useRef<HTMLFormElement>(null);
  const { data, error } = useQuery({ ...invitationQuery(token), retry: false });
  const login = useMutation({
    ...loginMutation,
    onSuccess: (signIn) => {
      // An account with a second factor signs in on the login screen.
      if (!('token' in signIn)) return location.assign(paths.login);
      if (!startSession(signIn.token)) throw new Error(errorMessages.unknown);
      location.assign(paths.root);
    },
  });
  const accept = useMutation({
    ...acceptInvitationMutation,
    onSuccess: ({ email }, { password }) => login.mutate({ email, password }),
    onError: (failure) => focusFirstError(form.current, failure),
  });
  if (error)
    return (
      <FrontPage title="This link cannot be used" documentTitle="Invitation">
        <ErrorLine>{errorMessage(error)}</ErrorLine>
      </FrontPage>
    );
  // Nothing that would move once the page is there.
  if (!data) return null;

  const fields = fieldErrors(accept.error);
  const failed = accept.error && fields.size === 0 ? accept.error : login.error;
  // The form stays locked until the page has reloaded.
  const busy = accept.isPending || accept.isSuccess;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    accept.mutate({
      token,
      email: typedText(typed, 'email'),
      name: typedText(typed, 'name'),
      password: typedText(typed, 'password'),
    });
  };
  const where = data.venues === null ? 'All venues' : data.venues.join(', ');
  return (
    <FrontPage title={`Join ${data.ownerName}`} documentTitle="Invitation">
      <p className={styles['note']}>
        <strong>{roleNames[data.role]}</strong> · {where}
        <br />
        {roleDescriptions[data.role]}
      </p>
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
          autoComplete="name"
          size="md"
          error={fields.get('name')}
        />
        <PasswordField
          label="Password"
          name="password"
          description={`At least ${passwordLength.least} characters`}
          autoComplete="new-password"
          size="md"
          error={fields.get('password')}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Join
        </Button>
      </form>
    </FrontPage>
  );
}
