/** Guard of typed text that is not stored: asks before the screen, the dialog or the page is left. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { unsavedMessages } from '../../rules/messages.ts';
import { confirm } from '../ui/confirm.tsx';

const mayDiscard = (): Promise<boolean> =>
  confirm({
    text: unsavedMessages.discard,
    confirmLabel: unsavedMessages.discardLabel,
    cancelLabel: unsavedMessages.keepLabel,
    danger: true,
  });

/**
 * Navigation with `ignoreBlocker`, as after a save, is not asked about.
 * @param isUnsaved a function for fields whose values are read from the form
 * @returns closes something that has no address of its own, once the user has agreed
 */
export function useUnsaved(isUnsaved: boolean | (() => boolean)): (close: () => void) => void {
  const router = useRouter({ warn: false });
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });

  useEffect(() => {
    const asks = () => isTrue(latest.current);
    // Absent where a component is shown by itself, as in tests.
    return (router as typeof router | null)?.history.block({
      blockerFn: async () => asks() && !(await mayDiscard()),
      enableBeforeUnload: asks,
    });
  }, [router]);

  return (close) => {
    if (!isTrue(latest.current)) return close();
    void mayDiscard().then((yes) => (yes ? close() : undefined));
  };
}

const isTrue = (value: boolean | (() => boolean)): boolean =>
  typeof value === 'function' ? value() : value;
