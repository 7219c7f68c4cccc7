import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteReportSubscription,
  type ReportSubscription,
  reportSubscriptionsQuery,
  sendReportSubscription,
  updateReportSubscription,
} from '../../api/report-subscriptions.ts';
import { attempt } from '../../components/attempt.ts';
import { Lost } from '../../components/lost.tsx';
import { useVenues } from '../../context/use-venues.ts';
import { Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { AddMailStep } from './add-mail-step.tsx';
import { ChangeMailStep } from './change-mail-step.tsx';
import styles from './profile-screen.module.css';
import { useHashTarget } from '../../components/use-hash-target.ts';

const MailPreview = lazyDialog('Preview', () => import('./mail-preview.tsx'));

/** Mails about venues that the user has subscribed to: adds, previews, sends, pauses and deletes them. */
export function MailsCard() {
  const { data, isLoadingError, refetch } = useQuery(reportSubscriptionsQuery());
  const { venues, isPending } = useVenues();
  const [isAdding, setAdding] = useState(false);
  const [preview, setPreview] = useState<string | null>(null);
  const isReady = data !== undefined && !isPending;
  const target = useHashTarget('mails', isReady);
  return (
    <Card title="Mails" {...target}>
      {isLoadingError ? (
        <Lost what="mails" onRetry={refetch} />
      ) : !isReady ? (
        <SkeletonLine width={24} />
      ) : isAdding ? (
        <AddMailStep venues={venues} onDone={() => setAdding(false)} />
      ) : (
        <div>
          {data.length > 0 && (
            <ul className={styles['sessions']}>
              {data.map((mail) => (
                <MailRow key={mail.id} mail={mail} onPreview={() => setPreview(mail.id)} />
              ))}
            </ul>
          )}
          <div className={styles['form']}>
            {data.length === 0 && (
              <p>None. The close-out mails you the figures of each night when it has ended.</p>
            )}
            {venues.length > 0 && (
              <Button variant="default" onClick={() => setAdding(true)}>
                Add a mail
              </Button>
            )}
          </div>
        </div>
      )}
      {preview !== null && <MailPreview id={preview} onClose={() => setPreview(null)} />}
    </Card>
  );
}

interface MailRowProps {
  readonly mail: ReportSubscription;
  readonly onPreview: () => void;
}

function MailRow({ mail, onPreview }: MailRowProps) {
  const { id, text, paused, emptyNights, refusal } = mail;
  const which = `the mail: ${text}`;
  const [isChanging, setChanging] = useState(false);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await attempt(`send mail ${id}`, async () => {
      const { recipient } = await sendReportSubscription(id);
      notify(`Sent to ${recipient}.`, 'success');
    });
    setSending(false);
  };
  const remove = async () => {
    const isSure = await confirm({
      text: `Delete this mail? ${text}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (isSure) await attempt(`delete mail ${id}`, () => deleteReportSubscription(id));
  };
  const pause = () =>
    attempt(`pause mail ${id}`, () => updateReportSubscription(id, { paused: !paused }));
  const facts = [
    ...(paused ? ['Paused'] : []),
    emptyNights ? 'also without a sale' : 'not without a sale',
  ];
  return (
    <li className={styles['mail']}>
      <IconMail size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <div className={styles['words']}>
        <span className={styles['device']}>{text}</span>
        <span className={styles['facts']}>{facts.join(' · ')}</span>
        {refusal !== null && (
          <p className={styles['refused']}>
            Your mail server refused your address, so that no more mails are sent. Resume them when
            it accepts mail again. Its response: {refusal}
          </p>
        )}
        {isChanging && <ChangeMailStep mail={mail} onDone={() => setChanging(false)} />}
        <div className={styles['actions']}>
          <Button variant="default" size="xs" aria-label={`Preview ${which}`} onClick={onPreview}>
            Preview
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Send to me now: ${which}`}
            loading={isSending}
            onClick={() => void send()}
          >
            Send to me now
          </Button>
          {!isChanging && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Change when ${which}`}
              onClick={() => setChanging(true)}
            >
              Change when
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={`${paused ? 'Resume' : 'Pause'} ${which}`}
            onClick={() => void pause()}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Delete ${which}`}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}
