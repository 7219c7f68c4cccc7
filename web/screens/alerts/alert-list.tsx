import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type Severity, severities } from '../../../rules/alerts/alert-kinds.ts';
import { weekdayTimeText, timeThereText, dayThereText } from '../../../rules/nights/night-text.ts';
import type { Alert, AlertAction } from '../../api/alerts.ts';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { LinkButton } from '../../ui/link.tsx';
import styles from './alerts-screen.module.css';
import { AlertDetail } from './alert-detail.tsx';
import type { Failure } from './use-actions.ts';

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
          <span className={styles['facts']}>{factsOf(alert, timezone, nowMs).join(' · ')}</span>
          {failure && <span className={styles['failure']}>{failure.reason}</span>}
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
