import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { recipientMessages } from '../../../rules/recipients/recipient-messages.ts';
import { ownerInvitationMessages } from '../../../rules/owners/owner-invitation.ts';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { resetPasswordMutation } from '../../api/account.ts';
import { fieldErrors, focusFirstError } from '../../components/form-state.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { NewPasswordFields } from '../../components/new-password-fields.tsx';
import { SentForm } from '../../components/sent-form.tsx';
import { paths } from '../../paths.ts';
import { currentSession, endSession } from '../../session/session.ts';
import { notify } from '../../ui/toasts.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import styles from '../../components/auth-form.module.css';

/** The session of the account in this browser has ended on the server: the sign-in screen follows, with the reason. */
function leaveSessionOf(email: string): void {
  if (currentSession()?.claims.email.toLowerCase() !== email.toLowerCase()) return;
  endSession(true);
  notify(sessionMessages.passwordReset, 'success');
}

/** Page behind a link for a new password; its fragment is the token. */
export default function ResetPasswordScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const isInvited = useSearch({ from: '/reset-password' }).invited !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const reset = useMutation({
    ...resetPasswordMutation,
    onSuccess: ({ email }) => leaveSessionOf(email),
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(reset.error);

  if (token === '')
    return (
      <AuthLayout title="This link cannot be used" documentTitle="New password">
        <ErrorLine>{recipientMessages.noSuchLink}</ErrorLine>
      </AuthLayout>
    );
  if (reset.isSuccess)
    return (
      <AuthLayout title="Your password is set" documentTitle="New password">
        <div className={styles['form']}>
          <output className={styles['note']}>
            {isInvited ? ownerInvitationMessages.accepted : sessionMessages.passwordReset}
          </output>
          <LinkButton href={paths.login} size="md" fullWidth>
            Sign in
          </LinkButton>
        </div>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={isInvited ? 'Welcome to Barback' : 'Set a new password'}
      documentTitle="New password"
    >
      <SentForm
        formRef={form}
        className={styles['form']}
        sending={reset}
        intro={isInvited && <p className={styles['note']}>{ownerInvitationMessages.welcome}</p>}
        onSend={(typed) =>
          reset.mutate({ token, password: typed('password'), password2: typed('password2') })
        }
      >
        <NewPasswordFields errors={errors} />
        <Button type="submit" size="md" fullWidth loading={reset.isPending}>
          Set password
        </Button>
        <Link href={paths.forgotPassword}>Ask for another link</Link>
      </SentForm>
    </AuthLayout>
  );
}
