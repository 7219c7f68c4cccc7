import { UnstyledButton } from '@mantine/core';
import { IconLogout, IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { useVenues } from '../context/use-venues.ts';
import { IssueBadge } from './issue-count.tsx';
import {
  currentOf,
  highlightedItem,
  type SidebarGroup,
  sidebarGroups,
  type SidebarItem,
} from './sidebar-items.ts';
import { openSearch } from './search/search-button.tsx';
import { paths } from '../paths.ts';
import type { Claims } from '../session/claims.ts';
import { signOut } from '../session/sign-out.ts';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import styles from './sidebar.module.css';

interface SidebarContentProps {
  readonly claims: Claims;
  readonly actsForOwner: boolean;
  /** Of a drawer: it closes. Without it the sidebar stands beside the screen. */
  readonly onChoose?: () => void;
}

interface GroupProps {
  readonly group: SidebarGroup;
  readonly highlighted: SidebarItem | undefined;
  readonly pathname: string;
  readonly venueId: string | undefined;
  readonly onChoose?: (() => void) | undefined;
}

function Group({
  group: { heading, items },
  highlighted,
  pathname,
  venueId,
  onChoose,
}: GroupProps) {
  const id = useId();
  return (
    <>
      {heading !== null && (
        <p id={id} className={styles['heading']}>
          <span>{heading}</span>
        </p>
      )}
      <ul className={styles['items']} {...(heading === null ? {} : { 'aria-labelledby': id })}>
        {items.map((item) => {
          const { label, href, icon: Icon, counts, isPart } = item;
          const isHighlighted = item.label === highlighted?.label;
          return (
            <li key={label} data-highlighted={isHighlighted} data-part={isPart}>
              <Link
                plain
                href={href}
                className={styles['item']}
                current={isHighlighted ? currentOf(item, pathname) : undefined}
                {...(onChoose ? { onClick: onChoose } : {})}
              >
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                <span className={styles['label']}>{label}</span>
                {counts && venueId && <IssueBadge venueId={venueId} />}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function SidebarContent({ claims, actsForOwner, onChoose }: SidebarContentProps) {
  const { pathname } = useLocation();
  const { active } = useVenues();
  const groups = sidebarGroups(claims, actsForOwner, active?.id);
  const highlighted = highlightedItem(pathname, groups);
  const hasOverview = groups.some(({ items }) =>
    items.some(({ href }) => href === paths.dashboard),
  );
  return (
    <nav aria-label="Main" data-beside={onChoose === undefined} className={styles['nav']}>
      <div className={styles['logo']}>
        {hasOverview ? (
          <Link plain href={paths.dashboard} {...(onChoose ? { onClick: onChoose } : {})}>
            <Logo />
          </Link>
        ) : (
          <Logo />
        )}
      </div>
      {onChoose && (
        <UnstyledButton
          className={styles['item'] ?? ''}
          aria-haspopup="dialog"
          onClick={() => {
            onChoose();
            openSearch();
          }}
        >
          <IconSearch size={18} stroke={1.6} aria-hidden="true" />
          <span className={styles['label']}>Find</span>
        </UnstyledButton>
      )}
      <div className={styles['groups']}>
        {groups.map((group) => (
          <Group
            key={group.heading}
            group={group}
            highlighted={highlighted}
            pathname={pathname}
            venueId={active?.id}
            onChoose={onChoose}
          />
        ))}
      </div>
      <UnstyledButton className={styles['item'] ?? ''} onClick={() => void signOut()}>
        <IconLogout size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles['label']}>Logout</span>
      </UnstyledButton>
    </nav>
  );
}
