import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { openModals } from './dialog.tsx';

const takesText = 'input, textarea, select, [contenteditable]';

/** The search field of a screen: `/` moves the focus there, unless text is being typed or a dialog is open. */
export function useSlash(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (key !== '/' || altKey || ctrlKey || metaKey || openModals.get().length > 0) return;
      if (target instanceof Element && target.matches(takesText)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, []);
  return field;
}
