import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

interface OrderPanelControl {
  readonly open: (href: string) => void;
  readonly close: (href: string) => void;
}

/** Closing goes back in the history where the panel was opened from the report, so that Back does not open it again. */
export function useOrderPanel(shown: string | undefined): OrderPanelControl {
  const navigate = useNavigate();
  const router = useRouter();
  const isOpenedHere = useRef(false);
  const go = (href: string, replace: boolean) =>
    void navigate({ to: '.', href, replace, resetScroll: false });
  return {
    open: (href) => {
      isOpenedHere.current = true;
      go(href, false);
    },
    close: (href) => {
      if (!shown) return;
      if (isOpenedHere.current) router.history.back();
      else go(href, true);
      isOpenedHere.current = false;
    },
  };
}
