import { UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { Claims } from '../session/claims.ts';
import { signOut } from '../session/sign-out.ts';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { sidebarItems } from './sidebar-items.ts';
import styles from './sidebar.module.css';

interface SidebarContentProps {
  readonly claims: Claims;
  readonly actsForOwner: boolean;
  readonly onChoose?: () => void;
}

export function SidebarContent({ claims, actsForOwner, onChoose }: SidebarContentProps) {
  return (
    <nav aria-label="Main" className={styles['nav']}>
      <div className={styles['logo']}>
        <Logo />
      </div>
      <ul className={styles['items']}>
        {sidebarItems(claims, actsForOwner).map(({ label, href, icon: Icon }) => (
          <li key={label}>
            <Link
              plain
              section
              href={href}
              className={styles['item']}
              {...(onChoose ? { onClick: onChoose } : {})}
            >
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <UnstyledButton className={styles['item'] ?? ''} onClick={() => void signOut()}>
        <IconLogout size={18} stroke={1.6} aria-hidden="true" />
        Logout
      </UnstyledButton>
    </nav>
  );
}
