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
  readonly act: () => void;
}

type ScreenActions = Readonly<Record<string, ScreenAction>>;

/** Actions of what is on the screen, by their keys: the command palette and the list of shortcuts show them. */
export const screenActions = sharedValue<readonly ScreenActions[]>([]);

/**
 * Keys of the screen with what each does, unless text is being typed or a dialog or pop-up is open. Enter on a link or
 * button presses it, unless that has the attribute `data-screen-enter`.
 */
export function useScreenKeys(actions: ScreenActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const shown = Object.fromEntries(
      Object.entries(latest.current).map(([key, { label }]) => [
        key,
        { label, act: () => latest.current[key]?.act() },
      ]),
    );
    screenActions.set([...screenActions.get(), shown]);
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || openModals.get().length > 0) return;
      if (target instanceof Element) {
        if (target.matches(takesText) || target.closest(popUps)) return;
        if (key === 'Enter' && target.matches(takesEnter) && !target.matches(leavesEnter)) return;
      }
      const action = latest.current[key];
      if (!action || (key.length === 1 && !haveLetterKeys())) return;
      event.preventDefault();
      action.act();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      screenActions.set(screenActions.get().filter((other) => other !== shown));
    };
  }, []);
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
