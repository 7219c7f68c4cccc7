import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import type { LiveNight, LiveView } from '../../api/live-connection.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { formatDay } from '../../components/date-text.ts';
import { LoadError } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useLiveNight } from '../../context/use-live-night.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useVenues } from '../../context/use-venues.ts';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import {
  announcement,
  comparedText,
  IssuesCard,
  ordersText,
  paceText,
  RunOutsCard,
  SalesCard,
  statusText,
  totalText,
  UnitsCard,
} from './night-cards.tsx';
import { CurveUntilNow } from './night-curve.tsx';
import styles from './night-screen.module.css';

const WallsDialog = lazyDialog('Screens', () => import('./walls-dialog.tsx'));

/** Tonight as it happens. */
export default function NightScreen() {
  const { active, isLost, isPending, retry } = useVenues();
  const { timezone: guessed } = guessedTimezone();
  const view = useLiveNight(active?.id, guessed);
  useLiveRefresh(active?.id, 0);
  const { night } = view;
  const timezone = night?.night.timezone ?? guessed;
  const isEmpty = !isPending && !isLost && !active;
  const [shownWalls, setShownWalls] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title="Live"
        actions={
          may('walls.manage') && (
            <Button
              variant="default"
              disabled={!active}
              onClick={() => active && setShownWalls(active.id)}
            >
              Screens
            </Button>
          )
        }
        context={
          <ContextLine long>
            <VenueName />
            {active && (
              <>
                {' · '}
                <span className={styles['status']} data-status={view.status}>
                  {statusText(view, timezone)}
                </span>
                {night && ` · ${formatDay(night.night.day)}`}
              </>
            )}
          </ContextLine>
        }
      />
      {shownWalls !== null && (
        <WallsDialog venueId={shownWalls} onClose={() => setShownWalls(null)} />
      )}
      {isLost && <LoadError what="venues" onRetry={retry} />}
      {isEmpty && (
        <Card>
          <EmptyState>Add a venue to see its night.</EmptyState>
        </Card>
      )}
      {!isEmpty && !isLost && (
        <Night key={night?.night.day ?? ''} view={view} venueId={active?.id ?? ''} />
      )}
    </>
  );
}

interface NightProps {
  readonly view: LiveView;
  readonly venueId: string;
}

function Night({ view, venueId }: NightProps) {
  const { night, status } = view;
  const withMoney = may('money.read');
  return (
    <div className={styles['parts']} data-stale={status === 'lost' && night !== null}>
      <Announcer view={view} withMoney={withMoney} />
      <Card>
        <Total night={night} withMoney={withMoney} problem={view.problem} />
        <div className={styles['curve']}>
          {night && <CurveUntilNow night={night} withMoney={withMoney} />}
        </div>
      </Card>
      <div className={styles['side']}>
        <IssuesCard
          venueId={venueId}
          timezone={night?.night.timezone ?? guessedTimezone().timezone}
        />
        <RunOutsCard night={night} venueId={venueId} />
      </div>
      <UnitsCard night={night} venueId={venueId} />
      <SalesCard night={night} withMoney={withMoney} venueId={venueId} />
    </div>
  );
}

interface TotalProps {
  readonly night: LiveNight | null;
  readonly withMoney: boolean;
  readonly problem: string | null;
}

function Total({ night, withMoney, problem }: TotalProps) {
  return (
    <div className={styles['total']}>
      <p className={styles['number']}>
        {night ? totalText(night, withMoney) : <SkeletonLine width={6} />}
      </p>
      <p className="dim">{night ? ordersText(night, withMoney) : <SkeletonLine width={30} />}</p>
      <p className="dim">
        {night ? (comparedText(night, withMoney) ?? 'No night to compare with') : '\u00A0'}
      </p>
      <p className="dim">{night ? paceText(night, withMoney) : '\u00A0'}</p>
      {problem !== null && night === null && (
        <p role="alert" className="out">
          {problem}
        </p>
      )}
    </div>
  );
}

const announcedEveryMs = 60_000;

/** Says once a minute what was sold, for those who cannot see it move. */
function Announcer({ view, withMoney }: { readonly view: LiveView; readonly withMoney: boolean }) {
  const [text, setText] = useState('');
  const { night } = view;
  const latest = useRef(night);
  useEffect(() => {
    latest.current = night;
  }, [night]);
  const isKnown = night !== null;
  useEffect(() => {
    if (!isKnown) return undefined;
    let said = { orders: latest.current?.figures.orders ?? 0, atMs: Date.now() };
    const timer = setInterval(() => {
      const { current } = latest;
      if (!current) return;
      const { orders } = current.figures;
      const sales = orders - said.orders;
      const since = timeThereText(said.atMs, current.night.timezone);
      said = { orders, atMs: Date.now() };
      setText(sales > 0 ? announcement(current, { sales, since }, withMoney) : '');
    }, announcedEveryMs);
    return () => clearInterval(timer);
  }, [isKnown, withMoney]);
  return <output className="sr-only">{text}</output>;
}
