/** In-app links by plain URL: `<Link href={paths.venues}>`. They preload the screen they lead to. */
import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useLinkProps, useNavigate } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useCallback } from 'react';
import styles from './link.module.css';

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target'> {
  readonly href: string;
  /** Marks the link as current: page for this screen, true for the part of the app that the screen belongs to. */
  readonly current?: 'page' | 'true' | undefined;
}

/** Only what says so is current: the router marks every link to the address of the screen. */
function Anchor({ href, current, children, ...rest }: AnchorProps) {
  // The router uses href only; `to` is required by its types.
  const props = useLinkProps({ to: '.', href, preload: 'intent', activeProps: {}, ...rest });
  return (
    <a {...props} aria-current={current}>
      {children}
    </a>
  );
}

interface LinkProps extends Pick<AnchorProps, 'href' | 'current' | 'role' | 'tabIndex'> {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** plain: no link colour, for links styled as something else. */
  readonly plain?: boolean;
  /** Has the focus first in its pop-up. */
  readonly 'data-autofocus'?: boolean | undefined;
  /** Returns nothing; with preventDefault of its event the link is not followed. */
  readonly onClick?: (event: MouseEvent) => void;
}

export function Link({ plain = false, className, ...rest }: LinkProps) {
  const classes = [plain ? styles['plain'] : styles['link'], className].filter(Boolean).join(' ');
  return <Anchor className={classes} {...rest} />;
}

interface LinkButtonProps extends ButtonProps {
  readonly href: string;
}

export function LinkButton({ href, ...rest }: LinkButtonProps) {
  return <Button component="a" renderRoot={(root) => <Anchor {...root} href={href} />} {...rest} />;
}

interface AddressChange {
  /** Adds an entry to the history; otherwise the current one is replaced. */
  readonly push?: boolean;
  /** Does not ask about what is typed and not saved: the screen stays, and its entries with it. */
  readonly ignoreBlocker?: boolean;
}

/** Returns a function that changes the address of the screen that is shown, which stays scrolled where it is. */
export function useSetAddress(): (href: string, change?: AddressChange) => void {
  const navigate = useNavigate();
  return useCallback(
    (href, { push = false, ignoreBlocker = false } = {}) =>
      void navigate({ to: '.', href, replace: !push, resetScroll: false, ignoreBlocker }),
    [navigate],
  );
}
