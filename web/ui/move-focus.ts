import type { KeyboardEvent } from 'react';

/** ArrowDown and ArrowUp focus the next or previous element that matches the selector, within the one with the handler. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
