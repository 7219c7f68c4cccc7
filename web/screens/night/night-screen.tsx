import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import type { LiveNight, LiveView } from '../../api/live-connection.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { OverviewTabs } from '../../components/overview-tabs.tsx';
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
  noneToCompare,
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

const WallsDialog = lazyDialog('Wall displays', () => import('./walls-dialog.tsx'));

/** Tonight as it happens. */
export default function NightScreen() {
  const { active, state: venues } = useVenues();
  const { timezone: guessed } = guessedTimezone();
  const { view, state } = useLiveNight(active?.id, guessed, venues);
  useLiveRefresh(active?.id, 0);
  const { night } = view;
  const timezone = night?.night.timezone ?? guessed;
  const [shownWalls, setShownWalls] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title="Live"
        tabs={<OverviewTabs current="live" />}
        actions={
          may('walls.manage') && (
            <Button
              variant="default"
              disabled={!active}
              onClick={() => active && setShownWalls(active.id)}
            >
              Wall displays
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
                {night && ` · ${dayName(night.night.day)}`}
              </>
            )}
          </ContextLine>
        }
      />
      {shownWalls !== null && (
        <WallsDialog venueId={shownWalls} onClose={() => setShownWalls(null)} />
      )}
      <Loaded
        of={state}
        pending={<Night key="" view={view} venueId={active?.id ?? ''} />}
        empty={
          <Card>
            <EmptyState>Add a venue to see its night.</EmptyState>
          </Card>
        }
      >
        {(known) => <Night key={known.night.day} view={view} venueId={active?.id ?? ''} />}
      </Loaded>
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
        <Total night={night} withMoney={withMoney} />
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
}

function Total({ night, withMoney }: TotalProps) {
  return (
    <div className={styles['total']}>
      <p className={styles['number']}>
        {night ? totalText(night, withMoney) : <SkeletonLine width={6} />}
      </p>
      <p className="dim">{night ? ordersText(night, withMoney) : <SkeletonLine width={30} />}</p>
      <p className="dim">
        {night ? (comparedText(night, withMoney) ?? noneToCompare(night)) : '\u00A0'}
      </p>
      <p className="dim">{night ? paceText(night, withMoney) : '\u00A0'}</p>
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
