/** What the dashboard does and says without a network, and when it has a newer version. */
import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dayThereText, timeThereText } from '../../rules/nights/night-text.ts';
import { queryClient } from '../api/endpoint-query.ts';
import {
  isKeepingRefused,
  isNewerVersion,
  isShellRefused,
  keepResponses,
  loadNewerVersion,
  shownSinceMs,
  startShellWorker,
} from '../api/offline.ts';
import { isServerReached, unstoredCount } from '../api/waiting-queue.ts';
import { guessedTimezone } from '../components/timezone-choice.ts';
import { isTypedHere } from '../router/reload-once.ts';
import { renewWhileUsed } from '../session/renew-while-used.ts';
import { checkSignOut } from '../session/sign-out.ts';
import { hasWaiting } from '../session/storage.ts';
import { openModals } from '../ui/dialog.tsx';
import { useNow, useSharedValue } from '../ui/hooks.ts';
import { useOnline } from '../ui/use-online.ts';
import { notify } from '../ui/toasts.tsx';

export { savedResponse } from '../api/offline.ts';

/** `As of 11:42 PM, no network`, with the day unless it is today. */
function sinceText(ms: number, nowMs: number): string {
  const { timezone } = guessedTimezone();
  const [day, today] = [ms, nowMs].map((one) => dayThereText(one, timezone));
  const time = timeThereText(ms, timezone);
  return `As of ${day === today ? time : `${day}, ${time}`}, no network`;
}

/** True while text is typed on the screen, or a dialog is open: a reload would lose it. */
function useIsEditing(): boolean {
  const { pathname } = useLocation();
  const [typedAt, setTypedAt] = useState(() => (isTypedHere() ? pathname : null));
  const hasDialog = useSharedValue(openModals).length > 0;
  useEffect(() => {
    const typed = () => setTypedAt(location.pathname);
    document.addEventListener('input', typed, true);
    return () => document.removeEventListener('input', typed, true);
  }, []);
  return hasDialog || typedAt === pathname;
}

const loadWaiting = () => import('../api/send-waiting.ts');

/**
 * Sends what this account ticked and counted without a network when the app opens, and before the user signs out. The
 * queues themselves send it when the network is back.
 */
function useWaiting(userId: string): void {
  useEffect(() => {
    const send = async () => {
      if (hasWaiting()) await (await loadWaiting()).sendWaiting(userId);
    };
    void send();
    checkSignOut(
      async () =>
        (!hasWaiting() && unstoredCount.get() === 0) ||
        (await loadWaiting()).sendBeforeLeaving(userId),
    );
  }, [userId]);
}

interface OfflineProps {
  /** Account that is signed in. */
  readonly userId: string;
}

export default function Offline({ userId }: OfflineProps) {
  useWaiting(userId);
  const online = useOnline();
  const nowMs = useNow();
  const since = useSharedValue(shownSinceMs);
  const isNewer = useSharedValue(isNewerVersion);
  const isEditing = useIsEditing();
  const unstored = useSharedValue(unstoredCount);
  const isReached = useSharedValue(isServerReached);
  const isRefused = [useSharedValue(isKeepingRefused), useSharedValue(isShellRefused)].includes(
    true,
  );
  useEffect(() => {
    keepResponses(queryClient);
    void startShellWorker().catch(() => undefined);
    return renewWhileUsed();
  }, []);
  useEffect(() => {
    if (!isRefused) return;
    notify(
      'This browser has no storage left for Barback, so nothing can be shown without a network.',
      'info',
    );
  }, [isRefused]);
  const isCut = !online || since !== null;
  const texts = [
    ...(isCut ? [since === null ? 'No network' : sinceText(since, nowMs)] : []),
    ...(unstored > 0 && !isReached ? ['Storage full: keep this page open'] : []),
  ];
  const hasUpdate = isNewer && !isEditing && !isCut && unstored === 0;
  return (
    <div className="offline">
      <output className="offline-state" data-shown={texts.length > 0}>
        {texts.length > 0 && (
          <>
            <IconCloudOff size={16} stroke={1.6} aria-hidden="true" />
            {texts.join(' · ')}
          </>
        )}
      </output>
      {hasUpdate && (
        <output className="offline-state" data-shown>
          <IconRefresh size={16} stroke={1.6} aria-hidden="true" />A newer version is here
          <Button size="compact-sm" onClick={() => void loadNewerVersion()}>
            Reload
          </Button>
        </output>
      )}
    </div>
  );
}
