import { useRef, useState } from 'react';

interface Toggle {
  readonly open: boolean;
  readonly close: () => void;
  /** Props for the toggle button. */
  readonly button: {
    readonly onPointerDown: () => void;
    readonly onKeyDown: () => void;
    readonly onClick: () => void;
  };
}

/** Disclosure opened and closed by a button, which also closes on a press outside. */
export function useToggle(): Toggle {
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const remember = () => {
    wasOpen.current = open;
  };
  return {
    open,
    close: () => setOpen(false),
    button: {
      onPointerDown: remember,
      onKeyDown: remember,
      onClick: () => setOpen(!wasOpen.current),
    },
  };
}
