import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventText } from '../../../rules/alerts/event-text.ts';
import { type Alert, type AlertAction, alertQuery } from '../../api/alerts.ts';
import { Lost } from '../../components/lost.tsx';
import { may } from '../../session/permissions.ts';
import { TextField } from '../../ui/fields.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './alerts-screen.module.css';

interface AlertDetailProps {
  readonly alert: Alert;
  /** Note of a change that failed. */
  readonly typedNote: string;
  readonly timeOf: (iso: string) => string;
  readonly onAct: (body: AlertAction) => void;
}

/** What happened to an alert, and a note for those who read it later. */
export function AlertDetail({ alert, typedNote, timeOf, onAct }: AlertDetailProps) {
  const { data, error, refetch } = useQuery(alertQuery(alert.id));
  const [note, setNote] = useState(typedNote);
  const isOpen = alert.state !== 'resolved';
  return (
    <>
      {error && !data ? (
        <Lost what="log" error={error} onRetry={refetch} />
      ) : data ? (
        <ol className={styles['log']} aria-label="Log">
          {data.log.map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.person ?? ''} ${entry.note}`}>
              <time dateTime={entry.at}>{timeOf(entry.at)}</time>
              <span>{eventText(entry)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <SkeletonLine width={24} />
      )}
      {isOpen && may('alerts.handle') && (
        <form
          className={styles['note']}
          onSubmit={(event) => {
            event.preventDefault();
            onAct({ action: 'resolve', note });
          }}
        >
          <TextField
            label="Note"
            placeholder="What was done"
            maxLength={300}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Resolve
          </Button>
        </form>
      )}
    </>
  );
}
