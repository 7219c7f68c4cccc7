/** In-app links by plain URL: `<Link href={paths.venues}>`. They preload the screen they lead to. */
import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { Link as RouterLink } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import styles from './link.module.css';

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** plain: no link colour, for links styled as something else. */
  readonly plain?: boolean;
  /** Marks the link as current: page for this screen, true for the part of the app that the screen belongs to. */
  readonly current?: 'page' | 'true';
  /** The link is current only with the same search. */
  readonly bySearch?: boolean;
  /** Returns nothing; with preventDefault of its event the link is not followed. */
  readonly onClick?: (event: MouseEvent) => void;
}

export function Link({
  href,
  plain = false,
  className,
  current,
  bySearch = false,
  children,
  onClick,
}: LinkProps) {
  const classes = [plain ? styles['plain'] : styles['link'], className].filter(Boolean).join(' ');
  return (
    // The router uses href only; `to` is required by its types.
    <RouterLink
      to="."
      href={href}
      preload="intent"
      activeOptions={{ exact: true, includeSearch: bySearch }}
      className={classes}
      {...(current ? { 'aria-current': current } : {})}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </RouterLink>
  );
}

interface LinkButtonProps extends ButtonProps {
  readonly href: string;
}

export function LinkButton({ href, ...rest }: LinkButtonProps) {
  return (
    <Button
      component={RouterLink}
      renderRoot={(root) => <RouterLink to="." {...root} />}
      to="."
      href={href}
      preload="intent"
      {...rest}
    />
  );
}
