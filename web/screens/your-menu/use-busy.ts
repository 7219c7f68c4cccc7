import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface Busy<Name> {
  /** Action in progress. */
  readonly busy: Name | null;
  /** Runs one action at a time; further ones are ignored. */
  readonly run: (name: Name, action: () => Promise<unknown>) => void;
  /** Element that takes the focus when the action removes the focused button. */
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
