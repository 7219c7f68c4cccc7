/** Keys of a screen. */
import { type RefObject, useEffect, useRef } from 'react';
import { openModals } from './dialog.tsx';
import { sharedValue } from './hooks.ts';

const takesText = 'input, textarea, select, [contenteditable]';
/** Their own keys come first. */
const popUps = '[role="dialog"], [role="listbox"], [role="menu"]';
/** Enter presses these, unless they leave it to the screen. */
const takesEnter = 'a, button, summary';
const leavesEnter = '[data-screen-enter]';

const storageKey = 'letterKeys';

/** Whether letters and other characters act without Ctrl or Alt: speech input may type them. Kept in the browser. */
export const haveLetterKeys = (): boolean => localStorage.getItem(storageKey) !== 'off';

export const setLetterKeys = (on: boolean): void =>
  localStorage.setItem(storageKey, on ? 'on' : 'off');

/** Effect of a key; keys of the same label have the same. */
export interface ScreenAction {
  /** `Mark as seen`. */
  readonly label: string;
  /** Screen to which the key leads; undefined where it acts on what is shown. */
  readonly href?: string;
  readonly act: () => void;
}

/** By a key, or by two keys that are pressed one after the other: `g o`. */
export type ScreenActions = Readonly<Record<string, ScreenAction>>;

/** Actions of what is on the screen, by their keys: the command palette and the list of shortcuts show them. */
export const screenActions = sharedValue<readonly ScreenActions[]>([]);

/** Longest time between two keys that belong together. */
const sequenceMs = 1500;

/** The first of two keys, until the second one or the time is over. */
let first: { readonly key: string; readonly at: number } | null = null;

/** Takes the first key back: true where it was pressed a moment ago. */
function takeFirst(now: number): string | null {
  const pressed = first;
  first = null;
  return pressed && now - pressed.at <= sequenceMs ? pressed.key : null;
}

/** Acts on one key for all that is on the screen, so that the second of two keys is never one of its own. */
function press(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, repeat, timeStamp } = event;
  if (key === 'Shift' || repeat) return;
  const before = takeFirst(timeStamp);
  if (altKey || ctrlKey || metaKey || openModals.get().length > 0) return;
  if (target instanceof Element) {
    if (target.matches(takesText) || target.closest(popUps)) return;
    if (key === 'Enter' && target.matches(takesEnter) && !target.matches(leavesEnter)) return;
  }
  if (key.length === 1 && !haveLetterKeys()) return;
  const pressed = before === null ? key : `${before} ${key}`;
  const shown = screenActions.get();
  const action = shown.findLast((actions) => actions[pressed])?.[pressed];
  if (action) {
    event.preventDefault();
    action.act();
  } else if (shown.some((actions) => Object.keys(actions).some((of) => of.startsWith(`${key} `)))) {
    first = { key, at: timeStamp };
  }
}

/**
 * Keys of the screen with what each does, unless text is being typed or a dialog or pop-up is open. Enter on a link or
 * button presses it, unless that has the attribute `data-screen-enter`.
 */
export function useScreenKeys(actions: ScreenActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const listed = JSON.stringify(
    Object.entries(actions).map(([key, { label, href }]) => [key, { label, href }]),
  );
  useEffect(() => {
    const entries: [string, Omit<ScreenAction, 'act'>][] = JSON.parse(listed);
    const shown = Object.fromEntries(
      entries.map(([key, about]) => [key, { ...about, act: () => latest.current[key]?.act() }]),
    );
    if (screenActions.get().length === 0) addEventListener('keydown', press);
    screenActions.set([...screenActions.get(), shown]);
    return () => {
      screenActions.set(screenActions.get().filter((other) => other !== shown));
      if (screenActions.get().length === 0) removeEventListener('keydown', press);
    };
  }, [listed]);
}

/** The search field of a screen: `/` moves the focus there. */
export function useSlash(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useScreenKeys({
    '/': {
      label: 'Search this screen',
      act: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
  });
  return field;
}
