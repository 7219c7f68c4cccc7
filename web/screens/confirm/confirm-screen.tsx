import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { phoneText } from '../../../lib/phone-text.ts';
import { errorMessage, isRefusal } from '../../api/api-error.ts';
import {
  acceptConfirmation,
  type Confirmation,
  confirmationQuery,
  declineConfirmation,
} from '../../api/confirmations.ts';
import { AuthLayout, AuthLoading } from '../../components/auth-layout.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/link.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import styles from './confirm-screen.module.css';

/**
 * Page behind a link that was sent to an address or a number. Opening it changes nothing, because phones and mail programs
 * open links by themselves; one of the two buttons does.
 */
export default function ConfirmScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  const { data, error, refetch } = useQuery({ ...confirmationQuery(token), retry: false });
  const accept = useMutation({ mutationFn: acceptConfirmation });
  const decline = useMutation({ mutationFn: declineConfirmation });

  if (error && !isRefusal(error))
    return (
      <AuthLayout title="Confirm" documentTitle="Confirm">
        <LoadError what="question" error={error} onRetry={refetch} />
      </AuthLayout>
    );
  if (error)
    return (
      <AuthLayout title="This link cannot be used" documentTitle="Confirm">
        <ErrorLine hint="For your own email, request another link on your profile. For a phone number, ask the bar to send it again.">
          {errorMessage(error)}
        </ErrorLine>
        <div className={styles['buttons']}>
          <LinkButton href={paths.profile('notifications')} size="md" fullWidth>
            Open my profile
          </LinkButton>
        </div>
      </AuthLayout>
    );
  if (!data) return <AuthLoading />;

  const texts = confirmationTexts(data);
  const decided = accept.isSuccess ? texts.accepted : decline.isSuccess ? texts.declined : null;
  if (decided)
    return (
      <AuthLayout title={decided.title} documentTitle="Confirm">
        <output className={styles['words']}>{decided.text}</output>
      </AuthLayout>
    );

  const failed = accept.error ?? decline.error;
  const busy = accept.isPending || decline.isPending;
  return (
    <AuthLayout title={texts.title} documentTitle="Confirm">
      <p className={styles['words']}>{texts.question}</p>
      <p className={styles['address']}>{texts.address}</p>
      <div className={styles['buttons']}>
        {failed && <ErrorLine>{errorMessage(failed)}</ErrorLine>}
        <Button
          size="md"
          fullWidth
          loading={accept.isPending}
          disabled={busy}
          onClick={() => accept.mutate({ token })}
        >
          {texts.accept}
        </Button>
        <Button
          size="md"
          fullWidth
          variant="default"
          loading={decline.isPending}
          disabled={busy}
          onClick={() => decline.mutate({ token })}
        >
          Do not write to me
        </Button>
      </div>
      <p className={styles['hint']}>{texts.hint}</p>
    </AuthLayout>
  );
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

interface ConfirmationTexts {
  title: string;
  question: string;
  address: string;
  accept: string;
  hint: string;
  accepted: { title: string; text: string };
  declined: { title: string; text: string };
}

/** Texts of the page: for a contact of a unit, or for the email address of an account. */
export function confirmationTexts({
  channel,
  address,
  owner,
  venues,
}: Confirmation): ConfirmationTexts {
  return channel === 'sms' ? contactTexts(address, owner, venues) : emailTexts(address, owner);
}

function contactTexts(
  number: string,
  owner: string | null,
  venues: readonly string[],
): ConfirmationTexts {
  const shown = phoneText(number);
  const sender = owner ?? 'A user of Barback';
  const where = venues.length === 0 ? 'one of their bars' : list.format(venues);
  return {
    title: 'Restock notices by text message',
    question: `${sender} asks to send text messages to this number when an ingredient runs low at ${where}.`,
    address: shown,
    accept: 'Send me these messages',
    hint: 'The choice holds for all bars of this sender. Nothing is sent until you agree.',
    accepted: {
      title: 'Confirmed',
      text: `Restock notices will be sent to ${shown}.`,
    },
    declined: {
      title: 'Declined',
      text: `This sender can send no more messages to ${shown}. You can close this page.`,
    },
  };
}

function emailTexts(email: string, owner: string | null): ConfirmationTexts {
  return {
    title: 'Confirm your email address',
    question: `${owner ?? 'An account of Barback'} uses this address for reports and restock notices.`,
    address: email,
    accept: 'Confirm this address',
    hint: 'If this is not your account, choose “Do not write to me”.',
    accepted: {
      title: 'Confirmed',
      text: `Reports and restock notices can be sent to ${email}.`,
    },
    declined: {
      title: 'Declined',
      text: `This account can send no more mail to ${email}. You can close this page.`,
    },
  };
}
