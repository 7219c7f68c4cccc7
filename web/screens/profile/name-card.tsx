import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { updateProfileMutation } from '../../api/profile.ts';
import { fieldErrors, focusFirstError } from '../../components/field-errors.ts';
import { isChanged, typedText } from '../../components/form-values.ts';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { isOwner } from '../../session/claims.ts';
import type { Claims } from '../../session/claims.ts';
import { refreshSession } from '../../session/refresh-session.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './profile-screen.module.css';

/** The name and the email of the account. A new email counts once the link that is sent there is used. */
export function NameCard({ claims }: { readonly claims: Claims }) {
  const form = useRef<HTMLFormElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [saves, setSaves] = useState(0);
  useUnsaved(() => isChanged(form.current));
  useKeptForm('profile', form, saves);
  const hasPerson = isOwner(claims) || Boolean(claims.firstName ?? claims.lastName);
  const update = useMutation({
    ...updateProfileMutation,
    onSuccess: async ({ requestedEmail }) => {
      setSentTo(requestedEmail);
      await refreshSession();
      setSaves((count) => count + 1);
      if (requestedEmail === null) notify('Your profile is saved.', 'success');
    },
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(update.error);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending) return;
    const typed = new FormData(event.currentTarget);
    update.mutate({
      name: typedText(typed, 'name'),
      ...(hasPerson
        ? { firstName: typedText(typed, 'firstName'), lastName: typedText(typed, 'lastName') }
        : {}),
      email: typedText(typed, 'email'),
      currentPassword: typedText(typed, 'currentPassword'),
    });
  };
  const { name, firstName = '', lastName = '', email } = claims;
  return (
    <Card title="Account">
      {/* After each change, the fields begin with what is stored. */}
      <form key={saves} ref={form} noValidate className={styles['form']} onSubmit={submit}>
        {update.error && errors.size === 0 && <ErrorLine>{errorMessage(update.error)}</ErrorLine>}
        <TextField
          label={isOwner(claims) ? 'Company name' : 'Name'}
          name="name"
          autoComplete={isOwner(claims) ? 'organization' : 'name'}
          defaultValue={name}
          error={errors.get('name')}
        />
        {hasPerson && (
          <>
            <TextField
              label="First name"
              name="firstName"
              autoComplete="given-name"
              defaultValue={firstName}
              error={errors.get('firstName')}
            />
            <TextField
              label="Last name"
              name="lastName"
              autoComplete="family-name"
              defaultValue={lastName}
              error={errors.get('lastName')}
            />
          </>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          error={errors.get('email')}
        />
        {sentTo !== null && (
          <output className={styles['facts']}>
            A link is on its way to {sentTo}. You sign in with {email} until you use it; it works
            once, for an hour.
          </output>
        )}
        <PasswordField
          label="Your password"
          name="currentPassword"
          description="Asked for every change of a name or an email"
          autoComplete="current-password"
          error={errors.get('currentPassword')}
        />
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </form>
    </Card>
  );
}
