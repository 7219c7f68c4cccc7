import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { recipientMessages } from '../../../rules/recipients/recipient-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { acceptNewEmailMutation } from '../../api/account.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { paths } from '../../paths.ts';
import { refreshSession } from '../../session/refresh-session.ts';
import { useSession } from '../../session/session.ts';
import { ErrorLine } from '../../ui/page.tsx';
import { LinkButton } from '../../ui/link.tsx';
import styles from '../../components/auth-form.module.css';

/**
 * Page behind the link to a new email of an account. Opening it changes nothing, because mail programs open links by
 * themselves; the button does.
 */
export default function NewEmailScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const isSignedIn = useSession() !== null;
  const accept = useMutation({ ...acceptNewEmailMutation, onSuccess: refreshSession });
  if (token === '')
    return (
      <AuthLayout title="This link cannot be used" documentTitle="New email">
        <ErrorLine>{recipientMessages.noSuchLink}</ErrorLine>
      </AuthLayout>
    );
  if (accept.data)
    return (
      <AuthLayout title="Your email is changed" documentTitle="New email">
        <div className={styles['form']}>
          <output className={styles['note']}>
            You sign in as <strong>{accept.data.email}</strong> from now on.
          </output>
          <LinkButton href={isSignedIn ? paths.profile() : paths.login} size="md" fullWidth>
            {isSignedIn ? 'Go to your profile' : 'Sign in'}
          </LinkButton>
        </div>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Use this email?" documentTitle="New email">
      <div className={styles['form']}>
        <p className={styles['note']}>
          You will sign in with the address that this link was sent to, and get mail there.
        </p>
        {accept.error && <ErrorLine>{errorMessage(accept.error)}</ErrorLine>}
        <Button size="md" fullWidth loading={accept.isPending} onClick={() => accept.mutate(token)}>
          Use this email
        </Button>
      </div>
    </AuthLayout>
  );
}
