import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { severities, type Severity } from '../../../rules/alerts/alert-kinds.ts';
import { alertMessages } from '../../../rules/alerts/alert-messages.ts';
import { eventText } from '../../../rules/alerts/alert-text.ts';
import { dayThereText, timeThereText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import { type Alert, type AlertAction, alertQuery, updateAlert } from '../../api/alerts.ts';
import { errorMessage } from '../../api/api-error.ts';
import { attempt, offerUndo } from '../../components/attempt.ts';
import { LoadError } from '../../components/load-error.tsx';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/page.tsx';
import styles from './alerts-screen.module.css';

const headings: Readonly<Record<Severity, string>> = {
  urgent: 'Urgent',
  soon: 'Soon',
  later: 'Later',
};

const nextSteps: Readonly<Record<string, string>> = {
  '/refill': 'Open refill list',
  '/failures': 'Open failed pours',
  '/salesreports': 'Open sales report',
  '/refused-sales': 'Open refused sales',
  '/dashboard': 'Open overview',
  '/units': 'Open units',
};

interface AlertListProps {
  readonly alerts: readonly Alert[];
  readonly state: 'open' | 'resolved';
  readonly timezone: string;
  readonly nowMs: number;
  /** Of the alert that shows its log. */
  readonly shownId: string | undefined;
  readonly onShow: (id: string | undefined) => void;
  readonly onAct: (alert: Alert, body: AlertAction) => void;
  readonly onSnooze: (alert: Alert) => void;
  /** Why the last action failed, by the id of the alert. */
  readonly failures: ReadonlyMap<string, Failure>;
}

/** Alerts by severity; those that are resolved, newest first. */
export function AlertList(props: AlertListProps) {
  const { alerts, state } = props;
  if (state === 'resolved') return <Rows {...props} label="Resolved" />;
  return (
    <>
      {severities.map((severity) => {
        const own = alerts.filter((one) => one.severity === severity);
        if (own.length === 0) return null;
        return (
          <section key={severity} aria-label={headings[severity]} className={styles['group']}>
            <h2 className={styles['heading']} data-severity={severity}>
              {headings[severity]}
            </h2>
            <Rows {...props} alerts={own} label={headings[severity]} />
          </section>
        );
      })}
    </>
  );
}

const Rows = ({ alerts, label, ...props }: AlertListProps & { readonly label: string }) => (
  <ul className={styles['rows']} aria-label={label}>
    {alerts.map((alert) => (
      <Row key={alert.id} alert={alert} {...props} />
    ))}
  </ul>
);

const timeText = (iso: string, timezone: string, nowMs: number): string => {
  const ms = Date.parse(iso);
  return dayThereText(ms, timezone) === dayThereText(nowMs, timezone)
    ? timeThereText(ms, timezone)
    : weekdayTimeText(ms, timezone);
};

/** Where it is, since when, and who has it. */
function factsOf(alert: Alert, timezone: string, nowMs: number): string[] {
  const { unitNumber, unitName, occurrences, acknowledgedBy, snoozedUntil, resolvedBy } = alert;
  const at = (iso: string): string => timeText(iso, timezone, nowMs);
  const since = alert.resolvedAt === null ? 'since ' : '';
  return [
    ...(unitNumber === null ? [] : [unitName ?? `Unit ${unitNumber}`]),
    `${since}${at(alert.openedAt)}`,
    ...(occurrences > 1 ? [`${occurrences} times`] : []),
    ...(alert.acknowledgedAt === null || alert.resolvedAt !== null
      ? []
      : [`Acknowledged by ${acknowledgedBy ?? 'someone'} at ${at(alert.acknowledgedAt)}`]),
    ...(snoozedUntil === null ? [] : [`Snoozed until ${at(snoozedUntil)}`]),
    ...(alert.resolution === '' ? [] : [alert.resolution]),
    ...(resolvedBy === null ? [] : [resolvedBy]),
  ];
}

/** Screen where the cause is settled. */
export const placeOf = ({ link, venueId }: Alert): string =>
  `${link}?venue=${encodeURIComponent(venueId)}`;

const hourMs = 3_600_000;
export const inAnHour = (nowMs: number): string => new Date(nowMs + hourMs).toISOString();

function Row({
  alert,
  timezone,
  nowMs,
  shownId,
  onShow,
  onAct,
  onSnooze,
  failures,
}: Omit<AlertListProps, 'alerts' | 'state'> & { readonly alert: Alert }) {
  const { id, text, state, link } = alert;
  const isShown = shownId === id;
  const mayHandle = may('alerts.handle');
  const isResolved = state === 'resolved';
  const failure = failures.get(id);
  return (
    <li data-alert={id} data-shown={isShown} className={styles['row']}>
      <div className={styles['line']}>
        <button
          type="button"
          aria-expanded={isShown}
          data-screen-enter={isShown || undefined}
          className={styles['choose']}
          onClick={() => onShow(isShown ? undefined : id)}
        >
          <span className={styles['text']} data-quiet={state !== 'open'}>
            {text}
          </span>
          <span className="dim text-13 break-anywhere">
            {factsOf(alert, timezone, nowMs).join(' · ')}
          </span>
          {failure && <span className="out text-13 break-anywhere">{failure.reason}</span>}
        </button>
        <span className={styles['actions']}>
          {mayHandle && state === 'open' && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Acknowledge: ${text}`}
              leftSection={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => onAct(alert, { action: 'acknowledge' })}
            >
              Acknowledge
            </Button>
          )}
          {mayHandle && (
            <ActionMenu
              label={`More for: ${text}`}
              about={text}
              actions={
                isResolved
                  ? [{ label: 'Reopen', onSelect: () => onAct(alert, { action: 'reopen' }) }]
                  : [
                      {
                        label: 'Snooze for an hour',
                        onSelect: () =>
                          onAct(alert, { action: 'snooze', until: inAnHour(Date.now()) }),
                      },
                      {
                        label: 'Snooze until the next night',
                        onSelect: () => onAct(alert, { action: 'snooze' }),
                      },
                      { label: 'Snooze until…', onSelect: () => onSnooze(alert) },
                      { label: 'Resolve', onSelect: () => onAct(alert, { action: 'resolve' }) },
                    ]
              }
            />
          )}
        </span>
      </div>
      {isShown && (
        <div className={styles['detail']}>
          <AlertDetail
            alert={alert}
            typedNote={failure?.note ?? ''}
            timeOf={(iso) => timeText(iso, timezone, nowMs)}
            onAct={(body) => onAct(alert, body)}
          />
          <LinkButton href={placeOf(alert)} variant="default">
            {nextSteps[link] ?? 'Open unit'}
          </LinkButton>
        </div>
      )}
    </li>
  );
}

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
        <LoadError what="log" error={error} onRetry={refetch} />
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

/** Why the last change of an alert failed, and the note that was typed for it. */
export interface Failure {
  readonly reason: string;
  readonly note: string;
}

const noFailures: ReadonlyMap<string, Failure> = new Map();

/** Changes alerts, and keeps why the last change of each failed. */
export function useActions() {
  const [failures, setFailures] = useState(noFailures);
  const keep = (id: string, failure: Failure | null) =>
    setFailures((known) => {
      const next = new Map(known);
      if (failure === null) next.delete(id);
      else next.set(id, failure);
      return next;
    });
  const act = (alert: Alert, body: AlertAction) => {
    const { id } = alert;
    keep(id, null);
    void attempt(`alert ${id}`, async () => {
      try {
        await updateAlert(alert, body);
      } catch (error) {
        const reason = alertMessages.notDone(body.action, errorMessage(error));
        keep(id, { reason, note: ('note' in body && body.note) || '' });
        throw error;
      }
      if (body.action === 'resolve')
        offerUndo('Resolved.', () => updateAlert(alert, { action: 'reopen' }), 'Open again.');
    });
  };
  return { failures, act } as const;
}

// Order of the alerts of a list, and which one is next.

interface Listed {
  readonly id: string;
  readonly severity: Severity;
}

/** Open alerts as the list shows them: by severity, newest first within each. Resolved ones stay newest first. */
export const inOrder = <T extends Listed>(alerts: readonly T[], isOpen: boolean): readonly T[] =>
  isOpen
    ? severities.flatMap((severity) => alerts.filter((one) => one.severity === severity))
    : alerts;

/** The alert one further down or up: the first where none is shown, and the same at either end. */
export function moved<T extends Listed>(
  alerts: readonly T[],
  shownId: string | undefined,
  by: 1 | -1,
): T | undefined {
  const at = alerts.findIndex(({ id }) => id === shownId);
  return alerts[Math.max(0, Math.min(alerts.length - 1, at + by))];
}

/** The alert to show after one is resolved: the next, or the one before the last. */
export function afterResolved<T extends Listed>(
  alerts: readonly T[],
  resolvedId: string,
): T | undefined {
  const at = alerts.findIndex(({ id }) => id === resolvedId);
  return at < 0 ? undefined : (alerts[at + 1] ?? alerts[at - 1]);
}
