/** Links inside the app, by plain address: `<Link href={paths.venues}>`. They preload the screen they lead to. */
import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './link.module.css';

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** plain: no colour of its own, for links that are drawn as something else. */
  readonly plain?: boolean;
  /** The link stands for everything below its address too, and is marked as current there. */
  readonly section?: boolean;
  readonly onClick?: () => void;
}

export function Link({
  href,
  plain = false,
  className,
  section = false,
  children,
  onClick,
}: LinkProps) {
  const classes = [plain ? styles['plain'] : styles['link'], className].filter(Boolean).join(' ');
  return (
    // The router takes the address from href alone; `to` is only asked for by its types.
    <RouterLink
      to="."
      href={href}
      preload="intent"
      activeOptions={{ exact: !section, includeSearch: false }}
      className={classes}
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
  return <Button component={RouterLink} to="." href={href} preload="intent" {...rest} />;
}
