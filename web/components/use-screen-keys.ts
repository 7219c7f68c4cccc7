import { useEffect, useRef } from 'react';
import { openModals } from '../ui/top-layer.ts';

const takesText = 'input, textarea, select, [contenteditable]';

/** Keys of the screen with what each does, unless text is being typed or a dialog is open. */
export function useScreenKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || openModals.get().length > 0) return;
      if (target instanceof Element && target.matches(takesText)) return;
      const act = latest.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
