/** Contents of the account pop-up; loaded when it is first opened. */
import { UnstyledButton } from '@mantine/core';
import {
  IconFileText,
  IconHelpCircle,
  IconHistory,
  IconKeyboard,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../paths.ts';
import { displayName, hasScreens } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { claimsPermit } from '../session/permissions.ts';
import { signOut } from '../session/sign-out.ts';
import { setUndoTime, undoTime, undoTimes } from '../components/use-grace-period.ts';
import { ColorSchemeChoice, SegmentedChoice } from '../ui/segmented-choice.tsx';
import { Link } from '../ui/link.tsx';
import styles from './account.module.css';

interface AccountPanelProps {
  readonly claims: Claims;
  readonly onClose: () => void;
  /** Undefined where there is no keyboard. */
  readonly onKeyboard: (() => void) | undefined;
}

const links = [
  { label: 'Profile', href: paths.profile(), icon: IconUserCircle, needs: 'account.use' },
  {
    label: 'Terms and conditions',
    href: paths.settings,
    icon: IconFileText,
    needs: 'settings.write',
  },
  { label: 'Activity log', href: paths.audit(), icon: IconHistory, needs: 'audit.read' },
] as const;

export default function AccountPanel({ claims, onClose, onKeyboard }: AccountPanelProps) {
  const { pathname } = useLocation();
  const withScreens = hasScreens(claims) && !claims.ownerItemsHidden;
  const linked = withScreens ? links : [];
  return (
    <div className={styles['panel']}>
      <p className={styles['who']}>
        <span className={styles['full-name']}>{displayName(claims)}</span>
        <span className={styles['email']}>{claims.email}</span>
      </p>
      <ul className={styles['items']}>
        {linked
          .filter(({ needs }) => claimsPermit(claims, needs))
          .map(({ label, href, icon: Icon }) => (
            <li key={label}>
              <Link
                plain
                href={href}
                className={styles['item']}
                current={href === pathname ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        {onKeyboard && (
          <li>
            <UnstyledButton className={styles['item'] ?? ''} onClick={onKeyboard}>
              <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
              Keyboard shortcuts
            </UnstyledButton>
          </li>
        )}
        {withScreens && (
          <li>
            <Link plain href={paths.help()} className={styles['item']} onClick={onClose}>
              <IconHelpCircle size={18} stroke={1.6} aria-hidden="true" />
              Help
            </Link>
          </li>
        )}
      </ul>
      <div className={styles['appearance']}>
        <span aria-hidden="true">Appearance</span>
        <ColorSchemeChoice />
        {claimsPermit(claims, 'cases.settle') && <UndoTimeChoice />}
      </div>
      <UnstyledButton className={styles['item'] ?? ''} onClick={() => void signOut()}>
        <IconLogout size={18} stroke={1.6} aria-hidden="true" />
        Sign out
      </UnstyledButton>
    </div>
  );
}

/** How long a refund or a settled case can be taken back. */
function UndoTimeChoice() {
  const [chosen, setChosen] = useState(undoTime);
  return (
    <>
      <span aria-hidden="true" className="mt-12">
        Time to undo
      </span>
      <SegmentedChoice
        label="Time to undo refunds and settled failed pours"
        options={undoTimes}
        value={chosen}
        onChange={(time) => {
          setChosen(time);
          setUndoTime(time);
        }}
      />
    </>
  );
}
