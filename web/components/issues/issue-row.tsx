import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBottle,
  IconCircleCheck,
  IconCpu,
  IconGlassFull,
  IconReceipt,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import type { IssueKind } from '../../../rules/issues/issue-kinds.ts';
import { dayThereText, timeThereText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import { refusedSaleMessages } from '../../../rules/orders/refused-sale-messages.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { Issue, IssuePage } from '../../api/issues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { useNow } from '../../ui/hooks.ts';
import { type IssueActions, settleSale, useIssueActions } from './use-issue-actions.ts';
import styles from './issue-row.module.css';

const icons: Readonly<Record<IssueKind, typeof IconBottle>> = {
  failedPours: IconGlassFull,
  refusedSales: IconReceipt,
  stock: IconBottle,
  units: IconCpu,
  other: IconAlertTriangle,
};

const nextSteps: Readonly<Record<string, string>> = {
  '/refill': 'Open refill list',
  '/failures': 'Review',
  '/salesreports': 'Open sales report',
  '/refused-sales': 'Review',
  '/dashboard': 'Open overview',
  '/units': 'Open units',
};

/** Label of the link to the screen of an issue. */
export const nextStepOf = (link: string): string =>
  nextSteps[link.split('?')[0] ?? ''] ?? 'Open unit';

/** Screen where the issue is settled. */
export const placeOf = (link: string, venueId: string): string =>
  `${link}${link.includes('?') ? '&' : '?'}venue=${encodeURIComponent(venueId)}`;

/** `9:41 PM`; with the weekday where that was not today. */
export const momentText = (iso: string, timezone: string, nowMs: number): string => {
  const ms = Date.parse(iso);
  return dayThereText(ms, timezone) === dayThereText(nowMs, timezone)
    ? timeThereText(ms, timezone)
    : weekdayTimeText(ms, timezone);
};

/** Place and time of the issue, and who has seen it. */
function factsOf(issue: Issue, timezone: string, nowMs: number): string[] {
  const { unitNumber, unitName, seenAt, seenBy, snoozedUntil } = issue;
  const at = (iso: string): string => momentText(iso, timezone, nowMs);
  return [
    ...(unitNumber === null ? [] : [unitTitle({ unitNumber, name: unitName })]),
    issue.alertKind === null ? at(issue.lastAt) : `since ${at(issue.openedAt)}`,
    ...(seenAt === null ? [] : [`Seen by ${seenBy ?? 'someone'} at ${at(seenAt)}`]),
    ...(snoozedUntil === null ? [] : [`Snoozed until ${at(snoozedUntil)}`]),
  ];
}

const hourMs = 3_600_000;
export const inAnHour = (nowMs: number): string => new Date(nowMs + hourMs).toISOString();

/** Whether the user may mark the issue as seen, or snooze it. */
export const canHandle = ({ alertId }: Issue): boolean => alertId !== null && may('alerts.handle');

/** Whether the alert is the issue: an alert about failed pours is over when they are settled. */
export const canResolve = (issue: Issue): boolean => canHandle(issue) && issue.alertKind !== null;

/** An icon in a circle: what kind of issue it is, and by its colour how urgent. */
export function IssueIcon({ kind, severity }: Pick<Issue, 'kind' | 'severity'>) {
  const Icon = icons[kind];
  return (
    <span className={styles['icon']} data-severity={severity}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </span>
  );
}

interface IssueRowProps {
  readonly issue: Issue;
  readonly venueId: string;
  /** IANA name. */
  readonly timezone: string;
  readonly nowMs: number;
  readonly actions: IssueActions;
  /** Of a row that opens; without it the words lead to the screen where the issue is settled. */
  readonly opens?: { readonly isShown: boolean; readonly onShow: () => void } | undefined;
  /** In a narrow card: all actions are in the menu. */
  readonly isCompact?: boolean;
  /** Asks until when. */
  readonly onSnooze?: (() => void) | undefined;
  /** Below the line of a row that is open. */
  readonly children?: ReactNode;
}

/** One issue: what happened in one line, where and when, the amount at stake, one action, and the others in a menu. */
export function IssueRow(props: IssueRowProps) {
  const { issue, venueId, timezone, nowMs, actions, opens, isCompact, children } = props;
  const { text, state, alertId, amount, link, severity, kind } = issue;
  const failure = alertId === null ? undefined : actions.failures.get(alertId);
  const words = (
    <>
      <IssueIcon kind={kind} severity={severity} />
      <span className={styles['words']}>
        <span className={styles['text']} data-quiet={state !== 'open'}>
          {text}
        </span>
        <span className="dim text-13 break-anywhere">
          {isCompact && severity === 'urgent' && (
            <span className={styles['urgent']}>Urgent · </span>
          )}
          {factsOf(issue, timezone, nowMs).join(' · ')}
        </span>
        {failure && <span className="out text-13 break-anywhere">{failure.reason}</span>}
      </span>
      {amount !== null && amount !== undefined && amount > 0 && (
        <span className={styles['amount']}>{formatMoney(amount)}</span>
      )}
    </>
  );
  return (
    <li
      data-compact={isCompact}
      data-issue={issue.id}
      data-alert={alertId ?? undefined}
      data-shown={opens?.isShown}
      className={styles['row']}
    >
      <div className={styles['line']}>
        {opens ? (
          <button
            type="button"
            aria-expanded={opens.isShown}
            data-screen-enter={opens.isShown || undefined}
            className={styles['choose']}
            onClick={opens.onShow}
          >
            {words}
          </button>
        ) : (
          <Link plain href={placeOf(link, venueId)} className={styles['choose']}>
            {words}
          </Link>
        )}
        <span className={styles['actions']}>
          {!isCompact && <PrimaryAction {...props} />}
          <MoreActions {...props} />
        </span>
      </div>
      {children}
    </li>
  );
}

const canBook = ({ kind, canBeTaken }: Issue): boolean =>
  kind === 'refusedSales' && canBeTaken && may('sales.write');

/** Books a refused sale; of all other issues it leads to where they are settled. */
function PrimaryAction({ issue, venueId }: IssueRowProps) {
  const [isBusy, setBusy] = useState(false);
  const { id, amount, link, text } = issue;
  if (!canBook(issue))
    return (
      <LinkButton
        href={placeOf(link, venueId)}
        variant="default"
        size="xs"
        aria-label={`${nextStepOf(link)}: ${text}`}
      >
        {nextStepOf(link)}
      </LinkButton>
    );
  const book = async () => {
    setBusy(true);
    await settleSale(id, 'take');
    setBusy(false);
  };
  return (
    <Button variant="default" size="xs" loading={isBusy} onClick={() => void book()}>
      {refusedSaleMessages.book(amount)}
    </Button>
  );
}

function MoreActions({ issue, actions: { act }, isCompact, onSnooze }: IssueRowProps) {
  const { id, kind, alertId, amount, state, text } = issue;
  const isAlert = alertId !== null && canHandle(issue);
  const list = [
    ...(isCompact && canBook(issue)
      ? [{ label: refusedSaleMessages.book(amount), onSelect: () => void settleSale(id, 'take') }]
      : []),
    ...(isAlert && state === 'open'
      ? [{ label: 'Mark as seen', onSelect: () => act(alertId, { action: 'acknowledge' }) }]
      : []),
    ...(isAlert
      ? [
          {
            label: 'Snooze for an hour',
            onSelect: () => act(alertId, { action: 'snooze', until: inAnHour(Date.now()) }),
          },
          {
            label: 'Snooze until the next night',
            onSelect: () => act(alertId, { action: 'snooze' }),
          },
          ...(onSnooze ? [{ label: 'Snooze until…', onSelect: onSnooze }] : []),
        ]
      : []),
    ...(isAlert && canResolve(issue)
      ? [{ label: 'Resolve', onSelect: () => act(alertId, { action: 'resolve' }) }]
      : []),
    ...(kind === 'refusedSales' && may('sales.write')
      ? [{ label: 'Dismiss', onSelect: () => void settleSale(id, 'dismiss') }]
      : []),
  ];
  // Its space is kept, so that the buttons of all rows are below each other.
  if (list.length === 0) return <span className={styles['none']} />;
  return <ActionMenu label={`More for: ${text}`} about={text} actions={list} />;
}

/** Head of a card with issues: their number, the same on every screen, and the way to the list. */
export const IssuesLink = ({
  venueId,
  count,
}: {
  readonly venueId: string;
  readonly count: number;
}) => (
  <span className={styles['head']}>
    <span className={styles['open']}>{count > 0 && `${count.toLocaleString('en-US')} open`}</span>
    <LinkButton
      size="compact-sm"
      variant="default"
      href={paths.alerts(venueId === '' ? {} : { venue: venueId })}
    >
      All issues
    </LinkButton>
  </span>
);

/** Line in place of an empty list of issues. */
export const NoIssues = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['nothing']}>
    <span className={styles['icon']} data-severity="none">
      <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
    </span>
    {children}
  </p>
);

interface CompactIssuesProps {
  readonly page: IssuePage | undefined;
  readonly most: number;
  readonly venueId: string;
  /** IANA name. */
  readonly timezone: string;
}

/** The first open issues, as the cards of other screens list them. */
export function CompactIssues({ page, most, venueId, timezone }: CompactIssuesProps) {
  const nowMs = useNow();
  const actions = useIssueActions(venueId);
  const open = page?.issues.filter(({ state }) => state === 'open') ?? [];
  return (
    <ul>
      {open.slice(0, most).map((issue) => (
        <IssueRow
          key={issue.id}
          isCompact
          issue={issue}
          venueId={venueId}
          timezone={timezone}
          nowMs={nowMs}
          actions={actions}
        />
      ))}
    </ul>
  );
}
