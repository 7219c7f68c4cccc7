import { useRef, useState } from 'react';

interface Toggle {
  readonly open: boolean;
  readonly close: () => void;
  /** For the button that opens and closes. */
  readonly button: {
    readonly onPointerDown: () => void;
    readonly onKeyDown: () => void;
    readonly onClick: () => void;
  };
}

/** Something that a button opens and closes, and that closes by itself when anything else is pressed: the button too. */
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
