import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import {
  type Alert,
  type AlertAction,
  alertQuery,
  alertsQuery,
  storeAlertSummary,
  updateDuty,
} from '../../api/alerts.ts';
import { attempt } from '../../components/attempt.ts';
import { useListPage } from '../../components/list-page.ts';
import { LoadError } from '../../components/load-error.tsx';
import { useScreenKeys } from '../../components/use-screen-keys.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { useNow } from '../../ui/hooks.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import {
  afterResolved,
  AlertList,
  inAnHour,
  inOrder,
  moved,
  placeOf,
  useActions,
} from './alert-list.tsx';
import styles from './alerts-screen.module.css';

const SnoozeDialog = lazyDialog('Snooze until', () => import('./snooze-dialog.tsx'));

const pageSize = 50;

const tabs = { open: 'Open', resolved: 'Resolved' } as const;

const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-alert="${CSS.escape(id)}"] button`);

/** What is wrong at a venue now, one alert per cause, and who looks after it. */
export default function AlertsScreen() {
  const search = useSearch({ from: '/alerts' });
  const navigate = useNavigate();
  const nowMs = useNow();
  const { state: venues, active, isLost, isPending, retry } = useVenues();
  const venueId = active?.id ?? '';
  useLiveRefresh(active?.id, 0);
  const timezone = useVenueTimezone(active?.id);
  const state = search.state === 'resolved' ? 'resolved' : 'open';
  const { data, dataUpdatedAt, error, refetch, status, footKey } = useListPage(
    { ...alertsQuery(venueId, { state, before: search.before }), enabled: active !== undefined },
    'alerts',
    [venues],
  );
  const open = (more: {
    state?: string;
    before?: string | undefined;
    alert?: string | undefined;
  }) =>
    void navigate({
      to: '.',
      href: paths.alerts({ venue: venueId, state, before: search.before, ...more }),
      replace: 'alert' in more,
      resetScroll: false,
    });
  // An alert that has changed its state stays until the next response, so that nothing jumps under the pointer.
  const alerts = inOrder(data?.alerts ?? [], state === 'open');
  const shown = alerts.find(({ id }) => id === search.alert);
  const shownId = shown?.id;
  // Links in messages are opened late: their alert may be resolved, and on none of the pages.
  const isElsewhere = search.alert !== undefined && data !== undefined && !shown;
  const { failures, act } = useActions();
  const [snoozing, setSnoozing] = useState<Alert | null>(null);
  const { data: linked } = useQuery({ ...alertQuery(search.alert ?? ''), enabled: isElsewhere });
  const waiting = data?.waiting;
  useEffect(() => {
    if (waiting) storeAlertSummary(venueId, waiting);
  }, [venueId, waiting]);
  useEffect(() => {
    if (shownId !== undefined) rowOf(shownId)?.focus();
  }, [shownId]);

  const move = (by: 1 | -1) => {
    const next = moved(alerts, shownId, by);
    if (next) open({ alert: next.id });
  };
  /** The alert after one that is resolved is next. */
  const actOn = (alert: Alert, body: AlertAction) => {
    act(alert, body);
    if (body.action !== 'resolve' || alert.id !== search.alert) return;
    open({ alert: afterResolved(alerts, alert.id)?.id });
  };
  const canAct = shown !== undefined && shown.state !== 'resolved' && may('alerts.handle');
  useScreenKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => shown && void navigate({ to: '.', href: placeOf(shown) }),
    a: () => canAct && shown.state === 'open' && act(shown, { action: 'acknowledge' }),
    s: () => canAct && act(shown, { action: 'snooze', until: inAnHour(Date.now()) }),
    e: () => canAct && actOn(shown, { action: 'resolve' }),
  });
  const hasNoVenue = !isPending && !isLost && !active;
  const list = {
    timezone,
    nowMs,
    onShow: (id: string | undefined) => open({ alert: id }),
    onAct: actOn,
    onSnooze: setSnoozing,
    failures,
  };
  return (
    <>
      <PageHeader
        title="Alerts"
        context={<Link href={`${paths.profile}#alerts`}>Choose what you get as messages</Link>}
        actions={
          <SegmentedChoice
            label="Alerts"
            options={tabs}
            value={state}
            onChange={(tab) => open({ state: tab, before: undefined, alert: undefined })}
          />
        }
      />
      {isLost && <LoadError what="venues" onRetry={retry} />}
      {error && <LoadError what="alerts" error={error} onRetry={refetch} />}
      {isElsewhere && linked && (
        <div className="mb-16">
          <Card flush>
            <AlertList alerts={[linked]} state="resolved" shownId={linked.id} {...list} />
          </Card>
        </div>
      )}
      {data && active && state === 'open' && (
        <OnTonight
          names={data.onTonight}
          isOnTonight={data.isOnTonight}
          onChange={(isOnTonight) =>
            attempt('on tonight', () => updateDuty(active.id, isOnTonight))
          }
        />
      )}
      {status === 'loading' && !error && !isLost && (
        <Card>
          <SkeletonLine width={40} />
          <SkeletonLine width={24} />
        </Card>
      )}
      {snoozing && (
        <SnoozeDialog alert={snoozing} timezone={timezone} onClose={() => setSnoozing(null)} />
      )}
      {hasNoVenue && (
        <Card>
          <EmptyState>Add a venue to see its alerts.</EmptyState>
        </Card>
      )}
      {data && active && alerts.length === 0 && (
        <Card>
          <EmptyState icon={<IconBell size={22} stroke={1.6} />}>
            {state === 'resolved'
              ? 'No alert has been resolved yet.'
              : emptyText(error !== null, timeThereText(dataUpdatedAt, timezone))}
          </EmptyState>
        </Card>
      )}
      {data && alerts.length > 0 && (
        <div key={footKey} className={styles['list']}>
          <Card flush>
            <AlertList alerts={alerts} state={state} shownId={shownId} {...list} />
            {state === 'resolved' &&
              (search.before !== undefined || alerts.length === pageSize) && (
                <CursorPager
                  of="alerts"
                  isFirst={search.before === undefined}
                  isLast={alerts.length < pageSize}
                  onFirst={() => open({ before: undefined, alert: undefined })}
                  onOlder={() => open({ before: alerts.at(-1)?.id, alert: undefined })}
                />
              )}
          </Card>
        </div>
      )}
    </>
  );
}

/** What is no longer read says when it was. */
const emptyText = (isStale: boolean, time: string): string =>
  isStale ? `Nothing was wrong at ${time}.` : `Nothing is wrong. Looked at ${time}.`;

interface OnTonightProps {
  readonly names: readonly string[];
  readonly isOnTonight: boolean;
  readonly onChange: (isOnTonight: boolean) => Promise<unknown>;
}

/** Who gets the urgent alerts first, until the night ends. */
function OnTonight({ names, isOnTonight, onChange }: OnTonightProps) {
  return (
    <div className={styles['tonight']}>
      <p>
        {names.length === 0
          ? 'Nobody is on tonight. Urgent alerts go first to those who are.'
          : `On tonight: ${names.join(', ')}`}
      </p>
      {may('alerts.handle') && (
        <Button
          variant="default"
          size="xs"
          aria-pressed={isOnTonight}
          onClick={() => void onChange(!isOnTonight)}
        >
          {isOnTonight ? 'I am off' : 'I am on tonight'}
        </Button>
      )}
    </div>
  );
}
