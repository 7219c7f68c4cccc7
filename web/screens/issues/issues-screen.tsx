import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { type AlertAction, alertQuery, dutyQuery, updateDuty } from '../../api/alerts.ts';
import { type Issue, issuesQuery } from '../../api/issues.ts';
import { attempt } from '../../components/attempt.ts';
import { IssueHeader } from '../../components/issues/issue-header.tsx';
import { canHandle, canResolve, inAnHour, placeOf } from '../../components/issues/issue-row.tsx';
import { useIssueActions } from '../../components/issues/use-issue-actions.ts';
import { useListPage } from '../../components/list-page.ts';
import { Loaded, LoadError } from '../../components/load-error.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, SkeletonLine } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link, useSetAddress } from '../../ui/link.tsx';
import { useNow } from '../../ui/hooks.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { afterDone, inOrder, IssueList, moved, ResolvedList } from './issue-list.tsx';
import styles from './issues-screen.module.css';

const SnoozeDialog = lazyDialog('Snooze until', () => import('./snooze-dialog.tsx'));

const states = { open: 'Open', resolved: 'Resolved' } as const;

const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-issue="${CSS.escape(id)}"] [aria-expanded]`);

type Opened = Parameters<typeof paths.alerts>[0];

/** Open issues of a venue, one row per fact. */
export default function IssuesScreen() {
  const search = useSearch({ from: '/alerts' });
  const setAddress = useSetAddress();
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  useLiveRefresh(active?.id, 0);
  const kind = search.kind === 'stock' ? 'stock' : undefined;
  const state = search.state === 'resolved' ? 'resolved' : 'open';
  const open = (more: Opened) =>
    setAddress(paths.alerts({ venue: venueId, state, kind, ...more }), {
      push: !(more && 'alert' in more),
    });
  return (
    <>
      <IssueHeader
        tab={kind ?? 'all'}
        venueId={active?.id}
        context={
          may('alerts.read') ? (
            <Link href={paths.alertSettings}>Choose what you get as messages</Link>
          ) : (
            'What needs somebody at the venue'
          )
        }
        actions={
          kind === undefined && (
            <SegmentedChoice
              label="Issues"
              options={states}
              value={state}
              onChange={(next) => open({ state: next })}
            />
          )
        }
      />
      <Loaded
        of={venues}
        empty={
          <Card>
            <EmptyState>Add a venue to see its issues.</EmptyState>
          </Card>
        }
      >
        {() => null}
      </Loaded>
      {(active || venues.state === 'pending') && state === 'open' && (
        <OpenIssues venueId={active?.id} kind={kind} onOpen={open} />
      )}
      {active && state === 'resolved' && <ResolvedIssues venueId={active.id} onOpen={open} />}
    </>
  );
}

interface PartProps {
  readonly venueId: string;
  readonly onOpen: (more: Opened) => void;
}

interface OpenIssuesProps {
  /** Undefined while loading. */
  readonly venueId: string | undefined;
  readonly kind: 'stock' | undefined;
  readonly onOpen: PartProps['onOpen'];
}

function OpenIssues({ venueId, kind, onOpen }: OpenIssuesProps) {
  const search = useSearch({ from: '/alerts' });
  const navigate = useNavigate();
  const nowMs = useNow();
  const timezone = useVenueTimezone(venueId);
  const venue = venueId ?? '';
  const { data, dataUpdatedAt, error, refetch, status, footKey } = useListPage(
    { ...issuesQuery(venue, { kind, after: search.after }), enabled: venueId !== undefined },
    'issues',
  );
  const actions = useIssueActions(venue);
  const [snoozing, setSnoozing] = useState<Issue | null>(null);
  const issues = inOrder(data?.issues ?? []);
  // A link in a message names the alert of an issue.
  const shown = issues.find(({ id, alertId }) => search.alert === id || search.alert === alertId);
  const shownId = shown?.id;
  useEffect(() => {
    if (shownId !== undefined) rowOf(shownId)?.focus();
  }, [shownId]);
  const show = (id: string | undefined) => onOpen({ alert: id, after: search.after });
  const move = (by: 1 | -1) => {
    const next = moved(issues, shownId, by);
    if (next) show(next.id);
  };
  const act = (issue: Issue, body: AlertAction) => {
    if (issue.alertId === null) return;
    actions.act(issue.alertId, body);
    // What is done with leaves its place, and the issue after it is next.
    if (issue.id === shownId) show(afterDone(issues, issue.id)?.id);
  };
  const canAct = shown !== undefined && canHandle(shown);
  const next = { label: 'Next issue', act: () => move(1) };
  const previous = { label: 'Previous issue', act: () => move(-1) };
  useScreenKeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    Enter: {
      label: 'Open the screen where the issue is settled',
      act: () => shown && void navigate({ to: '.', href: placeOf(shown.link, venue) }),
    },
    a: {
      label: 'Mark the issue as seen',
      act: () => canAct && shown.state === 'open' && act(shown, { action: 'acknowledge' }),
    },
    s: {
      label: 'Snooze the issue for an hour',
      act: () => canAct && act(shown, { action: 'snooze', until: inAnHour(Date.now()) }),
    },
    e: {
      label: 'Resolve the alert',
      act: () => canAct && canResolve(shown) && act(shown, { action: 'resolve' }),
    },
  });
  const acting = {
    ...actions,
    act: (alertId: string, body: AlertAction) => {
      const issue = issues.find((one) => one.alertId === alertId);
      if (issue) act(issue, body);
    },
  };
  return (
    <>
      {error && <LoadError what="issues" error={error} onRetry={refetch} />}
      {data && <Linked venueId={venue} id={shown ? undefined : search.alert} onOpen={onOpen} />}
      {may('alerts.read') && <OnTonight venueId={venueId} />}
      {status === 'loading' && !error && <Loading />}
      {snoozing?.alertId && (
        <SnoozeDialog
          alert={{ id: snoozing.alertId, venueId: venue, text: snoozing.text }}
          timezone={timezone}
          onClose={() => setSnoozing(null)}
        />
      )}
      {data && issues.length === 0 && (
        <Card>
          <EmptyState icon={IconInbox}>
            {emptyText(error !== null, timeThereText(dataUpdatedAt, timezone))}
          </EmptyState>
        </Card>
      )}
      {data && issues.length > 0 && (
        <div key={footKey} className={styles['list']}>
          <Card flush>
            <IssueList
              issues={issues}
              venueId={venue}
              timezone={timezone}
              nowMs={nowMs}
              shownId={shownId}
              onShow={show}
              actions={acting}
              onSnooze={setSnoozing}
            />
            {(search.after !== undefined || data.next !== null) && (
              <CursorPager
                of="issues"
                isFirst={search.after === undefined}
                isLast={data.next === null}
                onFirst={() => onOpen({})}
                onOlder={() => data.next !== null && onOpen({ after: data.next })}
              />
            )}
          </Card>
        </div>
      )}
    </>
  );
}

const Loading = () => (
  <Card>
    <SkeletonLine width={40} />
    <SkeletonLine width={24} />
  </Card>
);

/** The alert of a link that is opened late: it may be resolved, and on none of the pages. */
function Linked({ venueId, id, onOpen }: PartProps & { readonly id: string | undefined }) {
  const nowMs = useNow();
  const timezone = useVenueTimezone(venueId);
  const actions = useIssueActions(venueId);
  const { data } = useQuery({ ...alertQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined || !data) return null;
  return (
    <div className="mb-16">
      <Card flush>
        <ResolvedList
          issues={[
            { ...data, kind: 'other', alertId: data.id, resolution: data.resolution || null },
          ]}
          venueId={venueId}
          shownId={data.id}
          timezone={timezone}
          nowMs={nowMs}
          onShow={() => onOpen({ alert: undefined })}
          actions={actions}
        />
      </Card>
    </div>
  );
}

function ResolvedIssues({ venueId, onOpen }: PartProps) {
  const search = useSearch({ from: '/alerts' });
  const nowMs = useNow();
  const timezone = useVenueTimezone(venueId);
  const actions = useIssueActions(venueId);
  const { data, error, refetch, status, footKey } = useListPage(
    issuesQuery(venueId, { state: 'resolved', after: search.after }),
    'issues',
  );
  const issues = data?.issues ?? [];
  return (
    <>
      {error && <LoadError what="issues" error={error} onRetry={refetch} />}
      {status === 'loading' && !error && <Loading />}
      {data && issues.length === 0 && (
        <Card>
          <EmptyState icon={IconInbox}>No issue has been resolved here yet.</EmptyState>
        </Card>
      )}
      {data && issues.length > 0 && (
        <div key={footKey} className={styles['list']}>
          <Card flush>
            <ResolvedList
              issues={issues}
              venueId={venueId}
              shownId={search.alert}
              timezone={timezone}
              nowMs={nowMs}
              onShow={(alert) => onOpen({ alert, after: search.after })}
              actions={actions}
            />
            {(search.after !== undefined || data.next !== null) && (
              <CursorPager
                of="issues"
                isFirst={search.after === undefined}
                isLast={data.next === null}
                onFirst={() => onOpen({})}
                onOlder={() => data.next !== null && onOpen({ after: data.next })}
              />
            )}
          </Card>
        </div>
      )}
    </>
  );
}

/** A list that could not be refreshed says when it was read. */
const emptyText = (isStale: boolean, time: string): string =>
  isStale ? `Nothing needed you at ${time}.` : `Nothing needs you. Checked ${time}.`;

/** People who get the urgent alerts first, until the night ends. */
function OnTonight({ venueId }: { readonly venueId: string | undefined }) {
  const { data } = useQuery({ ...dutyQuery(venueId ?? ''), enabled: venueId !== undefined });
  const { onTonight = [], isOnTonight = false } = data ?? {};
  return (
    <div className={styles['tonight']}>
      <p>
        {data ? (
          onTonight.length === 0 ? (
            'No one is on call tonight. Urgent alerts go first to those who are.'
          ) : (
            `On call tonight: ${onTonight.join(', ')}`
          )
        ) : (
          <SkeletonLine width={24} />
        )}
      </p>
      {may('alerts.handle') && (
        <Button
          variant="default"
          size="xs"
          disabled={!data}
          aria-pressed={isOnTonight}
          onClick={() => void attempt('on call', () => updateDuty(venueId ?? '', !isOnTonight))}
        >
          {isOnTonight ? "I'm off call" : "I'm on call"}
        </Button>
      )}
    </div>
  );
}
