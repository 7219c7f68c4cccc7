import type { ButtonHTMLAttributes, MouseEvent } from 'react';

type ButtonRootProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly 'data-loading'?: boolean;
};

const doNothing = (event: MouseEvent): void => event.preventDefault();

/**
 * Element of a button. While it waits, presses do nothing, but it is not disabled: a disabled element loses the focus,
 * also for the time after it.
 */
export const buttonRoot = (props: ButtonRootProps) =>
  props['data-loading'] ? (
    <button {...props} disabled={false} aria-disabled aria-busy onClick={doNothing} />
  ) : (
    <button {...props} />
  );
