/** Keys of a screen. */
import { type RefObject, useEffect, useRef } from 'react';
import { openModals } from './dialog.tsx';

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

/**
 * Keys of the screen with what each does, unless text is being typed or a dialog or pop-up is open. Enter on a link or
 * button presses it, unless that has the attribute `data-screen-enter`.
 */
export function useScreenKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || openModals.get().length > 0) return;
      if (target instanceof Element) {
        if (target.matches(takesText) || target.closest(popUps)) return;
        if (key === 'Enter' && target.matches(takesEnter) && !target.matches(leavesEnter)) return;
      }
      const act = latest.current[key];
      if (!act || (key.length === 1 && !haveLetterKeys())) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** The search field of a screen: `/` moves the focus there. */
export function useSlash(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useScreenKeys({
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  return field;
}
