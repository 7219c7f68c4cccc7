import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSetAddress } from '../../../ui/link.tsx';

interface OrderPanelControl {
  readonly open: (href: string) => void;
  readonly close: (href: string) => void;
}

/** Closing goes back in the history where the panel was opened from the report, so that Back does not open it again. */
export function useOrderPanel(shown: string | undefined): OrderPanelControl {
  const setAddress = useSetAddress();
  const router = useRouter();
  const isOpenedHere = useRef(false);
  return {
    open: (href) => {
      isOpenedHere.current = true;
      setAddress(href, { push: true });
    },
    close: (href) => {
      if (!shown) return;
      if (isOpenedHere.current) router.history.back();
      else setAddress(href);
      isOpenedHere.current = false;
    },
  };
}
