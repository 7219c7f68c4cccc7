import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface Busy<Name> {
  /** What runs now. */
  readonly busy: Name | null;
  /** Runs one thing at a time; a second one is passed over. */
  readonly run: (name: Name, action: () => Promise<unknown>) => void;
  /** For the element that takes the focus when the button that had it goes away with what was done. */
  readonly home: RefObject<HTMLElement | null>;
}

export function useBusy<Name extends string>(): Busy<Name> {
  const [busy, setBusy] = useState<Name | null>(null);
  const home = useRef<HTMLElement>(null);
  const hasRun = useRef(false);
  useLayoutEffect(() => {
    if (!hasRun.current || document.activeElement !== document.body) return;
    hasRun.current = false;
    home.current?.focus({ preventScroll: true });
  });
  return {
    busy,
    run: (name, action) => {
      if (busy !== null) return;
      hasRun.current = true;
      setBusy(name);
      void action().finally(() => setBusy(null));
    },
    home,
  };
}
