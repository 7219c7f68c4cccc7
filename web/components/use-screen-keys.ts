import { useEffect, useRef } from 'react';
import { openModals } from '../ui/dialog.tsx';

const takesText = 'input, textarea, select, [contenteditable]';
/** Their own keys come first. */
const popUps = '[role="dialog"], [role="listbox"]';
/** Enter presses these, unless they leave it to the screen. */
const takesEnter = 'a, button, summary';
const leavesEnter = '[data-screen-enter]';

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
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
