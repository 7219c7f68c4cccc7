import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitInText } from '../../../rules/units/unit-names.ts';
import type { LiveNight, LiveView } from '../../api/live-connection.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import {
  CaseList,
  comparedText,
  ordersText,
  paceText,
  RunOutList,
  sinceText,
  statusText,
  totalText,
  UnitList,
} from './night-cards.tsx';
import { titleId } from '../../ui/page.tsx';
import { CurveUntilNow } from './night-curve.tsx';
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
      <h1 id={titleId}>
        {isRefused ? 'This screen has no access any more' : 'This screen has no link yet'}
      </h1>
      <p>
        {isRefused ? 'It was revoked. ' : ''}
        An owner or a manager can add it in Barback: choose Live, then Wall displays, and open the
        new link here.
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
        <h1 id={titleId}>{night ? `Tonight, ${dayName(night.night.day)}` : 'Tonight'}</h1>
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
        <p className="dim">{ordersText(night, withMoney)}</p>
        {compared !== null && <p className="dim">{compared}</p>}
        {night.pace !== null && <p className="dim">{paceText(night, withMoney)}</p>}
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

const mostShown = 3;

interface WallAlertsProps {
  readonly night: LiveNight;
  readonly nowMs: number;
  readonly isStale: boolean;
}

/** Urgent alerts that wait, each with its unit and since when; nothing without any. */
export function WallAlerts({ night, nowMs, isStale }: WallAlertsProps) {
  const { latest, waiting } = night.alerts;
  const urgent = latest.filter(({ severity }) => severity === 'urgent').slice(0, mostShown);
  if (urgent.length === 0) return null;
  const more = waiting.urgent - urgent.length;
  const { timezone } = night.night;
  return (
    <section aria-label="Urgent alerts" className={styles['alerts']} data-stale={isStale}>
      <ul>
        {urgent.map(({ id, text, unitNumber, unitName, openedAt }) => (
          <li key={id}>
            {text}
            <span>
              {[
                ...(unitNumber === null ? [] : [unitInText({ unitNumber, name: unitName })]),
                sinceText(openedAt, timezone, nowMs),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more.toLocaleString('en-US')} more</p>}
    </section>
  );
}

// What a wall display needs besides the night: its stream, a screen that stays on, a clock, and no burn-in.

const noView: LiveView = {
  night: null,
  status: 'connecting',
  atMs: 0,
  position: '',
  problem: null,
};

/** @param timezone IANA name, of a venue without a clock */
export function useWallNight(key: string | null, timezone: string): LiveView {
  const [shown, setShown] = useState({ key, view: noView });
  useEffect(() => {
    if (key === null) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      const { followNight } = await import('../../api/live-connection.ts');
      if (leaving.signal.aborted) return;
      await followNight({ key, timezone }, leaving.signal, (view) => setShown({ key, view }));
    };
    void follow();
    return () => leaving.abort();
  }, [key, timezone]);
  return shown.key === key ? shown.view : noView;
}

/** Keeps the screen on while the page is visible, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let isLeaving = false;
    let held: WakeLockSentinel | null = null;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused with a low battery, for instance; asked for again when the page is shown again.
      held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isLeaving) void held?.release();
    };
    const holdAgain = () => void hold();
    document.addEventListener('visibilitychange', holdAgain);
    void hold();
    return () => {
      isLeaving = true;
      document.removeEventListener('visibilitychange', holdAgain);
      void held?.release();
    };
  }, []);
}

const minuteMs = 60_000;

/** Epoch milliseconds, set at the start of each minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(Date.now()), minuteMs - (nowMs % minuteMs));
    return () => clearTimeout(timer);
  }, [nowMs]);
  return nowMs;
}

const shiftMs = 10 * minuteMs;
const shifts = ['0 0', '2px 0', '2px 2px', '0 2px'] as const;

/** Position of the content, which moves every ten minutes so that nothing burns in: a value for `translate`. */
export const shiftAt = (nowMs: number): string =>
  shifts[Math.floor(nowMs / shiftMs) % shifts.length] ?? shifts[0];

/** Key of a wall display: the fragment of its link, kept in the tab for reloads. */
const name = 'wallKey';

/** Keeps the key, and takes it out of the address, which others may see on the screen. */
export function keepWallKey(key: string): void {
  try {
    sessionStorage.setItem(name, key);
    history.replaceState(history.state, '', location.pathname);
  } catch {
    // Without storage, it stays in the address.
  }
}

/** Null without one. */
export function keptWallKey(): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
