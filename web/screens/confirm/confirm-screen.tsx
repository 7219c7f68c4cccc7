import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { errorMessage, isRefusal } from '../../api/api-error.ts';
import {
  acceptConfirmation,
  confirmationQuery,
  declineConfirmation,
} from '../../api/confirmations.ts';
import { FrontPage } from '../../components/front-page.tsx';
import { Lost } from '../../components/lost.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import styles from './confirm-screen.module.css';
import { confirmationTexts } from './confirmation-texts.ts';

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
      <FrontPage title="Confirm" documentTitle="Confirm">
        <Lost what="question" error={error} onRetry={refetch} />
      </FrontPage>
    );
  if (error)
    return (
      <FrontPage title="This link cannot be used" documentTitle="Confirm">
        <ErrorLine>{errorMessage(error)}</ErrorLine>
      </FrontPage>
    );
  // Nothing that would move once the page is there.
  if (!data) return null;

  const texts = confirmationTexts(data);
  const decided = accept.isSuccess ? texts.accepted : decline.isSuccess ? texts.declined : null;
  if (decided)
    return (
      <FrontPage title={decided.title} documentTitle="Confirm">
        <output className={styles['words']}>{decided.text}</output>
      </FrontPage>
    );

  const failed = accept.error ?? decline.error;
  const busy = accept.isPending || decline.isPending;
  return (
    <FrontPage title={texts.title} documentTitle="Confirm">
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
    </FrontPage>
  );
}
