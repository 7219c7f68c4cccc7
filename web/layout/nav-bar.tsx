import { UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useVenues } from '../context/use-venues.ts';
import type { Claims } from '../session/claims.ts';
import { Link } from '../ui/link.tsx';
import { IssueBadge } from './issue-count.tsx';
import { barItems, currentOf, highlightedItem, sidebarGroups } from './sidebar-items.ts';
import styles from './nav-bar.module.css';

interface NavBarProps {
  readonly claims: Claims;
  readonly actsForOwner: boolean;
  /** Opens the sidebar as a drawer. */
  readonly onMore: () => void;
}

/** Links to the most used screens, in reach of a thumb; loaded on phones alone. */
export default function NavBar({ claims, actsForOwner, onMore }: NavBarProps) {
  const { pathname } = useLocation();
  const { active } = useVenues();
  const groups = sidebarGroups(claims, actsForOwner, active?.id);
  const items = barItems(groups);
  const highlighted = highlightedItem(pathname, groups);
  if (items.length === 0) return null;
  return (
    <nav aria-label="Most used" data-nav-bar className={styles['bar']}>
      <ul className={styles['items']}>
        {items.map((item) => {
          const { label, href, icon: Icon, counts } = item;
          return (
            <li key={label}>
              <Link
                plain
                href={href}
                className={styles['item']}
                current={label === highlighted?.label ? currentOf(item, pathname) : undefined}
              >
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                <span className={styles['label']}>{label}</span>
                {counts && active && <IssueBadge venueId={active.id} />}
              </Link>
            </li>
          );
        })}
        <li>
          <UnstyledButton aria-haspopup="dialog" className={styles['item'] ?? ''} onClick={onMore}>
            <IconDots size={20} stroke={1.6} aria-hidden="true" />
            <span className={styles['label']}>More</span>
          </UnstyledButton>
        </li>
      </ul>
    </nav>
  );
}
