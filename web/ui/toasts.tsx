/**
 * Toasts for alert texts, announced at once. Success and information leave after six seconds; errors stay until they
 * are dismissed, until the same thing succeeds, or until the screen changes.
 */
import { Notification } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { sharedValue, useSharedValue } from './shared-value.ts';
import styles from './toasts.module.css';
import { openModals } from './top-layer.ts';

export type NoticeKind = 'info' | 'success' | 'error';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: NoticeKind;
  /** Name of the attempt that the toast reports. */
  readonly about: string | undefined;
}

const shownMs = 6_000;
const mostShown = 3;

const notices = sharedValue<readonly Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let isHeld = false;
let lastId = 0;

/** Shows the notices, and gives each that leaves by itself its time unless the toasts are held. */
function show(next: readonly Notice[]): void {
  const leaving = isHeld ? [] : next.filter(({ kind }) => kind !== 'error').map(({ id }) => id);
  for (const [id, timer] of timers) {
    if (leaving.includes(id)) continue;
    clearTimeout(timer);
    timers.delete(id);
  }
  for (const id of leaving) {
    if (!timers.has(id)) timers.set(id, setTimeout(dismiss, shownMs, id));
  }
  notices.set(next);
}

function keepOnly(stays: (notice: Notice) => boolean): void {
  const kept = notices.get().filter(stays);
  if (kept.length < notices.get().length) show(kept);
}

function dismiss(id: number): void {
  keepOnly((notice) => notice.id !== id);
}

/** While the pointer or the focus is on a toast, none leaves; afterwards each has its full time again. */
function hold(held: boolean): void {
  isHeld = held;
  show(notices.get());
}

/**
 * Shows a toast with the verbatim text. The same text replaces the older toast and is announced again.
 * @param about name of what was attempted; an older toast about the same is replaced
 */
export function notify(text: string, kind: NoticeKind = 'info', about?: string): void {
  lastId += 1;
  const others = notices
    .get()
    .filter((notice) => notice.text !== text && (!about || notice.about !== about));
  show([...others, { id: lastId, text, kind, about }].slice(-mostShown));
}

/** Removes the toast about something that has now succeeded. */
export function withdrawNotice(about: string): void {
  keepOnly((notice) => notice.about !== about);
}

/** The screen has changed: errors belong to the one before. */
export function withdrawErrors(): void {
  keepOnly(({ kind }) => kind !== 'error');
}

export function dismissNotices(): void {
  isHeld = false;
  show([]);
}

const icons = { info: IconInfoCircle, success: IconCheck, error: IconAlertCircle };

/** Rendered into the open dialog, if there is one, because the page behind it is inert. */
export function NoticesHost() {
  const dialog = useSharedValue(openModals).at(-1);
  const shown = useSharedValue(notices);
  if (shown.length === 0) return null;
  return createPortal(<Notices shown={shown} />, dialog ?? document.body);
}

function Notices({ shown }: { readonly shown: readonly Notice[] }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A dialog that is closing takes its toasts out of the page, just before they are rendered elsewhere.
    if (host.current?.isConnected) host.current.showPopover();
  }, []);
  useLayoutEffect(() => () => hold(false), []);
  return (
    <div
      ref={host}
      popover="manual"
      className={styles['host']}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {shown.map(({ id, text, kind }) => {
        const Icon = icons[kind];
        return (
          <Notification
            key={id}
            role="alert"
            className={styles['notice'] ?? ''}
            data-kind={kind}
            icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
            closeButtonProps={{ 'aria-label': 'Dismiss' }}
            onClose={() => dismiss(id)}
          >
            {text}
          </Notification>
        );
      })}
    </div>
  );
}
