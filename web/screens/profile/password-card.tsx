import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import { changePasswordMutation } from '../../api/passwords.ts';
import { fieldErrors, focusFirstError } from '../../components/field-errors.ts';
import { isChanged, typedText } from '../../components/form-values.ts';
import { NewPasswordFields } from '../../components/new-password-fields.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './profile-screen.module.css';

/** @param email for password managers, which store the new password with it */
export function PasswordCard({ email }: { readonly email: string | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(() => isChanged(form.current));
  const change = useMutation({
    ...changePasswordMutation,
    onSuccess: async () => {
      form.current?.reset();
      notify(sessionMessages.passwordChanged, 'success');
      await invalidate('listSessions');
    },
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(change.error);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const typed = new FormData(event.currentTarget);
    change.mutate({
      currentPassword: typedText(typed, 'currentPassword'),
      password: typedText(typed, 'password'),
      password2: typedText(typed, 'password2'),
    });
  };

  return (
    <Card title="Password">
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        {change.error && errors.size === 0 && <ErrorLine>{errorMessage(change.error)}</ErrorLine>}
        <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.get('currentPassword')}
        />
        <NewPasswordFields errors={errors} size="sm" />
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  );
}
