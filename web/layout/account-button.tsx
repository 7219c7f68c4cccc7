import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { displayName } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { pressedPart } from '../ui/lazy-dialog.tsx';
import { useMedia, useToggle } from '../ui/hooks.ts';
import { useScreenKeys } from '../ui/screen-keys.ts';
import styles from './account.module.css';

const PopUp = pressedPart(() => import('../ui/pop-up.tsx'));
const AccountPanel = pressedPart(() => import('./account-panel.tsx'));
const KeyboardDialog = pressedPart(() => import('./keyboard-dialog.tsx'));

/** First letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''];
  return letters
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32))
    .join('')
    .trim();
}

/** Opens what belongs to the account: terms, activity, appearance, help and signing out. */
export function AccountButton({ claims }: { readonly claims: Claims }) {
  const { open, close, button } = useToggle();
  const [hasKeyboard, setKeyboard] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const name = displayName(claims);
  // The dialog returns the focus to the element that had it, which must outlive the panel.
  const openKeyboard = () => {
    opener.current?.focus();
    close();
    setKeyboard(true);
  };
  // The window of a phone or a tablet, which have no keys.
  const isTouched = useMedia('(pointer: coarse)');
  useScreenKeys({
    '?': { label: 'Keyboard shortcuts', act: () => !isTouched && setKeyboard(true) },
  });
  return (
    <div className="rigid relative">
      <UnstyledButton
        ref={opener}
        aria-label={`Account of ${name}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={styles['button'] ?? ''}
        {...button}
      >
        <span aria-hidden="true" className={styles['initials']}>
          {initialsOf(name)}
        </span>
        <span className={styles['name']}>{name}</span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {open && (
        <Suspense>
          <PopUp onClose={close} position="bottom-end" width={264} label="Account">
            <AccountPanel
              claims={claims}
              onClose={close}
              onKeyboard={isTouched ? undefined : openKeyboard}
            />
          </PopUp>
        </Suspense>
      )}
      <Suspense>{hasKeyboard && <KeyboardDialog onClose={() => setKeyboard(false)} />}</Suspense>
    </div>
  );
}
