import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { severities, type Severity } from '../../../rules/alerts/alert-kinds.ts';
import { eventText } from '../../../rules/alerts/alert-text.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { type AlertAction, alertQuery } from '../../api/alerts.ts';
import type { Issue } from '../../api/issues.ts';
import {
  canHandle,
  canResolve,
  IssueRow,
  momentText,
  nextStepOf,
  placeOf,
} from '../../components/issues/issue-row.tsx';
import type { IssueActions } from '../../components/issues/use-issue-actions.ts';
import { LoadError } from '../../components/load-error.tsx';
import { may } from '../../session/permissions.ts';
import { TextField } from '../../ui/fields.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/page.tsx';
import styles from './issues-screen.module.css';

type Section = Severity | 'calm';

const headings: Readonly<Record<Section, string>> = {
  urgent: 'Urgent',
  soon: 'Soon',
  later: 'Later',
  calm: 'Seen or snoozed',
};

const sections: readonly Section[] = [...severities, 'calm'];

const sectionOf = ({ state, severity }: Pick<Issue, 'state' | 'severity'>): Section =>
  state === 'open' ? severity : 'calm';

interface IssueListProps {
  readonly issues: readonly Issue[];
  readonly venueId: string;
  /** IANA name. */
  readonly timezone: string;
  readonly nowMs: number;
  /** Of the issue that is open. */
  readonly shownId: string | undefined;
  readonly onShow: (id: string | undefined) => void;
  readonly actions: IssueActions;
  readonly onSnooze: (issue: Issue) => void;
}

/** Issues by severity, then those that are seen or snoozed. */
export function IssueList({ issues, shownId, onShow, onSnooze, ...props }: IssueListProps) {
  const { actions, timezone, nowMs, venueId } = props;
  return sections.map((section) => {
    const own = issues.filter((one) => sectionOf(one) === section);
    if (own.length === 0) return null;
    const heading = headings[section];
    return (
      <section key={section} aria-label={heading} className={styles['group']}>
        <h2 className={styles['heading']} data-section={section}>
          {heading}
        </h2>
        <ul aria-label={heading}>
          {own.map((issue) => {
            const isShown = issue.id === shownId;
            const { alertId } = issue;
            return (
              <IssueRow
                key={issue.id}
                issue={issue}
                {...props}
                opens={{ isShown, onShow: () => onShow(isShown ? undefined : issue.id) }}
                onSnooze={() => onSnooze(issue)}
              >
                {isShown && (
                  <div className={styles['detail']}>
                    {alertId !== null && (
                      <AlertDetail
                        alertId={alertId}
                        canSee={canHandle(issue) && issue.state === 'open'}
                        canResolve={canResolve(issue)}
                        typedNote={actions.failures.get(alertId)?.note ?? ''}
                        timeOf={(iso) => momentText(iso, timezone, nowMs)}
                        onAct={(body) => actions.act(alertId, body)}
                      />
                    )}
                    {alertId === null && (
                      <LinkButton href={placeOf(issue.link, venueId)} variant="default">
                        {nextStepOf(issue.link)}
                      </LinkButton>
                    )}
                  </div>
                )}
              </IssueRow>
            );
          })}
        </ul>
      </section>
    );
  });
}

type Resolved = Pick<
  Issue,
  | 'id'
  | 'text'
  | 'unitNumber'
  | 'unitName'
  | 'openedAt'
  | 'resolution'
  | 'resolvedBy'
  | 'alertId'
  | 'kind'
  | 'link'
>;

interface ResolvedListProps extends Pick<
  IssueListProps,
  'venueId' | 'timezone' | 'nowMs' | 'shownId' | 'onShow' | 'actions'
> {
  readonly issues: readonly Resolved[];
}

/** Issues that are settled, newest first, with how each ended. */
export const ResolvedList = ({ issues, ...props }: ResolvedListProps) => (
  <ul aria-label="Resolved">
    {issues.map((issue) => (
      <ResolvedRow key={issue.id} issue={issue} {...props} />
    ))}
  </ul>
);

function ResolvedRow({
  issue,
  venueId,
  timezone,
  nowMs,
  shownId,
  onShow,
  actions,
}: Omit<ResolvedListProps, 'issues'> & { readonly issue: Resolved }) {
  const { id, text, unitNumber, unitName, openedAt, resolution, resolvedBy } = issue;
  const { alertId, kind, link } = issue;
  const isShown = shownId === id;
  const at = (iso: string): string => momentText(iso, timezone, nowMs);
  const facts = [
    ...(unitNumber === null ? [] : [unitTitle({ unitNumber, name: unitName })]),
    at(openedAt),
    ...(resolution === null ? [] : [resolution]),
    ...(resolvedBy === null ? [] : [resolvedBy]),
  ];
  const words = (
    <>
      <span className="break-anywhere">{text}</span>
      <span className="dim text-13 break-anywhere">{facts.join(' · ')}</span>
    </>
  );
  // A refused sale that is settled has nothing more to show.
  if (kind === 'refusedSales') {
    return (
      <li data-resolved={id} className={styles['resolved']}>
        <div className={styles['choose']}>{words}</div>
      </li>
    );
  }
  if (alertId === null) {
    return (
      <li data-resolved={id} className={styles['resolved']}>
        <Link plain href={placeOf(link, venueId)} className={styles['choose']}>
          {words}
        </Link>
      </li>
    );
  }
  return (
    <li data-alert={id} data-resolved={id} data-shown={isShown} className={styles['resolved']}>
      <button
        type="button"
        aria-expanded={isShown}
        data-screen-enter={isShown || undefined}
        className={styles['choose']}
        onClick={() => onShow(isShown ? undefined : id)}
      >
        {words}
      </button>
      {isShown && (
        <div className={styles['detail']}>
          <AlertDetail alertId={alertId} typedNote="" timeOf={at} onAct={() => undefined} />
          {may('alerts.handle') && resolution !== null && (
            <Button variant="default" onClick={() => actions.act(alertId, { action: 'reopen' })}>
              Reopen
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface AlertDetailProps {
  readonly alertId: string;
  readonly canSee?: boolean;
  readonly canResolve?: boolean;
  /** Note of a change that failed. */
  readonly typedNote: string;
  readonly timeOf: (iso: string) => string;
  readonly onAct: (body: AlertAction) => void;
}

/** History of an alert, and a note for those who read it later. */
function AlertDetail({
  alertId,
  canSee = false,
  canResolve: mayResolve = false,
  typedNote,
  timeOf,
  onAct,
}: AlertDetailProps) {
  const { data, error, refetch } = useQuery(alertQuery(alertId));
  const [note, setNote] = useState(typedNote);
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
      {canSee && (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => onAct({ action: 'acknowledge' })}
        >
          Mark as seen
        </Button>
      )}
      {mayResolve && (
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

// Order of the issues of a list, and which one is next.

interface Listed extends Pick<Issue, 'state' | 'severity'> {
  readonly id: string;
}

/** Issues as the list shows them, also where one has changed its state since it was read. */
export const inOrder = <T extends Listed>(issues: readonly T[]): readonly T[] =>
  sections.flatMap((section) => issues.filter((one) => sectionOf(one) === section));

/** The issue one further down or up: the first where none is shown, and the same at either end. */
export function moved<T extends { readonly id: string }>(
  issues: readonly T[],
  shownId: string | undefined,
  by: 1 | -1,
): T | undefined {
  const at = issues.findIndex(({ id }) => id === shownId);
  return issues[Math.max(0, Math.min(issues.length - 1, at + by))];
}

/** The issue to show after one is seen, snoozed or resolved: the next, or the one before the last. */
export function afterDone<T extends { readonly id: string }>(
  issues: readonly T[],
  resolvedId: string,
): T | undefined {
  const at = issues.findIndex(({ id }) => id === resolvedId);
  return at < 0 ? undefined : (issues[at + 1] ?? issues[at - 1]);
}
