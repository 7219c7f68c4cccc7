import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import type { LiveView } from '../../api/live-connection.ts';
import type { LiveNight } from '../../api/live-state.ts';
import { formatDay } from '../../components/day-text.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { CaseList, RunOutList, UnitList } from './night-cards.tsx';
import { CurveUntilNow } from './night-curve.tsx';
import { comparedText, ordersText, paceText, statusText, totalText } from './night-text.ts';
import { shiftAt, useMinute, useWakeLock, useWallNight } from './use-wall.ts';
import { WallAlerts } from './wall-alerts.tsx';
import { keepWallKey, keptWallKey } from './wall-key.ts';
import styles from './wall-screen.module.css';

/** Tonight on a screen on a wall: no session and no navigation, read from a distance. */
export default function WallScreen() {
  const hash = useLocation({ select: (location) => location.hash });
  const key = hash === '' ? keptWallKey() : hash;
  useEffect(() => {
    if (hash !== '') keepWallKey(hash);
  }, [hash]);
  const { timezone } = guessedTimezone();
  const view = useWallNight(key, timezone);
  useWakeLock();
  const isRefused = view.status === 'refused';
  const nowMs = useMinute();
  return (
    <div className={styles['wall']}>
      <title>Live night · Barback</title>
      <div className={styles['content']} style={{ translate: shiftAt(nowMs) }}>
        {key === null || isRefused ? (
          <NoAccess isRefused={isRefused} />
        ) : (
          <Night view={view} nowMs={nowMs} timezone={timezone} />
        )}
      </div>
    </div>
  );
}

function NoAccess({ isRefused }: { readonly isRefused: boolean }) {
  return (
    <div className={styles['message']}>
      <h1>{isRefused ? 'This screen has no access any more' : 'This screen has no link yet'}</h1>
      <p>
        {isRefused ? 'It was revoked. ' : ''}
        An owner or a manager can add it in Barback: choose Live, then Screens, and open the new
        link here.
      </p>
    </div>
  );
}

interface NightProps {
  readonly view: LiveView;
  readonly nowMs: number;
  /** Until the zone of the venue is known. */
  readonly timezone: string;
}

function Night({ view, nowMs, timezone: guessed }: NightProps) {
  const { night, status } = view;
  const timezone = night?.night.timezone ?? guessed;
  return (
    <>
      <header className={styles['head']}>
        <h1>{night ? `Tonight, ${formatDay(night.night.day)}` : 'Tonight'}</h1>
        <output className={styles['status']} data-status={status}>
          {statusText(view, timezone)}
        </output>
        <p className={styles['clock']}>{timeThereText(nowMs, timezone)}</p>
      </header>
      {night && <WallAlerts night={night} nowMs={nowMs} isStale={status === 'lost'} />}
      <div className={styles['parts']} data-stale={status === 'lost' && night !== null}>
        {night && <Parts night={night} />}
      </div>
    </>
  );
}

function Parts({ night }: { readonly night: LiveNight }) {
  // The stream of a display that hides money has no amounts.
  const withMoney = 'gross' in night.figures;
  const compared = comparedText(night, withMoney);
  const { open } = night.cases;
  return (
    <>
      <section aria-label="Sales" className={styles['sales']}>
        <p className={styles['number']}>{totalText(night, withMoney)}</p>
        <p className={styles['about']}>{ordersText(night, withMoney)}</p>
        {compared !== null && <p className={styles['about']}>{compared}</p>}
        {night.pace !== null && <p className={styles['about']}>{paceText(night, withMoney)}</p>}
        <div className={styles['curve']}>
          <CurveUntilNow night={night} withMoney={withMoney} withTable={false} />
        </div>
      </section>
      <div className={styles['side']}>
        <section aria-label="Failed pours">
          <h2>
            {open === 0 ? 'Failed pours' : `Failed pours: ${open.toLocaleString('en-US')} open`}
          </h2>
          {open === 0 ? <p>No drink is owed.</p> : <CaseList night={night} most={2} />}
        </section>
        <section aria-label="Running out">
          <h2>Running out</h2>
          {night.runout.length === 0 ? (
            <p>Nothing is expected to run out before close.</p>
          ) : (
            <RunOutList night={night} most={4} />
          )}
        </section>
      </div>
      <section aria-label="Units" className={styles['units']}>
        <UnitList night={night} venueId={null} />
      </section>
    </>
  );
}
