import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import type { Claims } from '../../session/claims.ts';
import { openModals } from '../../ui/dialog.tsx';
import { sharedValue, useSharedValue } from '../../ui/hooks.ts';
import { pressedPart } from '../../ui/lazy-dialog.tsx';
import { useGoKeys } from '../go-keys.ts';
import styles from './search-button.module.css';

const CommandPalette = pressedPart(() => import('./command-palette.tsx'));

const isOpen = sharedValue(false);

export const openSearch = (): void => isOpen.set(true);

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

interface SearchButtonProps {
  readonly claims: Claims;
  readonly actsForOwner: boolean;
}

/** Opens the command palette, as Ctrl K or ⌘ K does. */
export function SearchButton({ claims, actsForOwner }: SearchButtonProps) {
  const open = useSharedValue(isOpen);
  useGoKeys(claims, actsForOwner);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || altKey || shiftKey || ctrlKey === metaKey) return;
      if (!isOpen.get() && openModals.get().length > 0) return;
      event.preventDefault();
      isOpen.set(!isOpen.get());
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      isOpen.set(false);
    };
  }, []);
  return (
    <>
      <UnstyledButton
        className={styles['button'] ?? ''}
        aria-label="Find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openSearch}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span aria-hidden="true" className={styles['word']}>
          Find
        </span>
        <kbd aria-hidden="true" className={styles['key']}>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      <Suspense>
        {open && (
          <CommandPalette
            claims={claims}
            actsForOwner={actsForOwner}
            onClose={() => isOpen.set(false)}
          />
        )}
      </Suspense>
    </>
  );
}
