/**
 * Toasts for alert texts, announced at once. Success and information leave after six seconds, or after ten with a button
 * that undoes the change; errors stay until they are dismissed, until the same thing succeeds, or until the screen
 * changes.
 */
import { Button, Notification } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { sharedValue, useSharedValue } from './hooks.ts';
import { openModals } from './dialog.tsx';
import styles from './toasts.module.css';

export type NoticeKind = 'info' | 'success' | 'error';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: NoticeKind;
  /** Name of the attempt that the toast reports. */
  readonly about: string | undefined;
  /** Undoes the change that the toast reports. */
  readonly undo: (() => void) | undefined;
}

const shownMs = 6_000;
const undoableMs = 10_000;
const mostShown = 3;

const notices = sharedValue<readonly Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let isHeld = false;
let lastId = 0;

/** Shows the notices, and gives each that leaves by itself its time unless the toasts are held. */
function show(next: readonly Notice[]): void {
  const leaving = isHeld ? [] : next.filter(({ kind }) => kind !== 'error');
  for (const [id, timer] of timers) {
    if (leaving.some((notice) => notice.id === id)) continue;
    clearTimeout(timer);
    timers.delete(id);
  }
  for (const { id, undo } of leaving) {
    if (!timers.has(id)) timers.set(id, setTimeout(dismiss, undo ? undoableMs : shownMs, id));
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
 * @param undo undoes the change, by the button Undo or Ctrl+Z; called once at most
 */
export function notify(
  text: string,
  kind: NoticeKind = 'info',
  about?: string,
  undo?: () => void,
): void {
  lastId += 1;
  const others = notices
    .get()
    .filter((notice) => notice.text !== text && (!about || notice.about !== about));
  show([...others, { id: lastId, text, kind, about, undo }].slice(-mostShown));
}

/** Removes the toast about something that has now succeeded. */
export function withdrawNotice(about: string): void {
  keepOnly((notice) => notice.about !== about);
}

/** The screen has changed: errors belong to the one before. */
export function withdrawErrors(): void {
  keepOnly(({ kind }) => kind !== 'error');
}

function undoNotice({ id, undo }: Notice): void {
  dismiss(id);
  undo?.();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

/** Ctrl+Z or ⌘Z undoes the last change, except in a field, where it undoes what was typed. */
function onUndoKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
  if (!isUndo || event.defaultPrevented || isTyping(event.target)) return;
  const last = notices.get().findLast(({ undo }) => undo);
  if (!last) return;
  event.preventDefault();
  undoNotice(last);
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
  useEffect(() => {
    document.addEventListener('keydown', onUndoKey);
    return () => document.removeEventListener('keydown', onUndoKey);
  }, []);
  // The focus returns to where it was when the toast that has it leaves.
  const cameFrom = useRef<HTMLElement | null>(null);
  const giveFocusBack = () => {
    // Before the button is removed, because a removed element does not report that it has lost the focus.
    cameFrom.current?.focus();
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && host.current?.contains(activeElement))
      activeElement.blur();
  };
  return (
    <div
      ref={host}
      popover="manual"
      className={styles['host']}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={({ relatedTarget }) => {
        hold(true);
        if (!host.current?.contains(relatedTarget))
          cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => hold(false)}
    >
      {shown.map((notice) => {
        const { id, text, kind, undo } = notice;
        const Icon = icons[kind];
        return (
          <Notification
            key={id}
            role="alert"
            className={styles['notice'] ?? ''}
            data-kind={kind}
            icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
            closeButtonProps={{ 'aria-label': 'Dismiss' }}
            onClose={() => {
              giveFocusBack();
              dismiss(id);
            }}
          >
            {text}
            {undo && (
              <Button
                size="compact-sm"
                variant="default"
                className={styles['undo'] ?? ''}
                onClick={() => {
                  giveFocusBack();
                  undoNotice(notice);
                }}
              >
                Undo
              </Button>
            )}
          </Notification>
        );
      })}
    </div>
  );
}
