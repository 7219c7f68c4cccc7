import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { requestPasswordResetMutation } from '../../api/account.ts';
import { fieldErrors, focusFirstError } from '../../components/form-state.ts';
import { AccountEmailField, AuthLayout } from '../../components/auth-layout.tsx';
import { SentForm } from '../../components/sent-form.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from '../../components/auth-form.module.css';

/** Asks for a link for a new password. The same is shown whether there is an account with the email or not. */
export default function ForgotPasswordScreen() {
  const form = useRef<HTMLFormElement>(null);
  const request = useMutation({
    ...requestPasswordResetMutation,
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(request.error);

  return (
    <AuthLayout title="Forgot your password?" documentTitle="Forgot password">
      <SentForm
        formRef={form}
        className={styles['form']}
        sending={request}
        onSend={(typed) => request.mutate({ email: typed('email') })}
      >
        {request.isSuccess && (
          <output className={styles['note']}>{sessionMessages.resetRequested}</output>
        )}
        <AccountEmailField error={errors.get('email')} />
        <Button type="submit" size="md" fullWidth loading={request.isPending}>
          {request.isSuccess ? 'Send another link' : 'Send a link'}
        </Button>
        <Link href={paths.login}>Back to the login</Link>
      </SentForm>
    </AuthLayout>
  );
}
