import type { KeyboardEvent } from 'react';

/** Arrow keys move between the search field and the links that act for an owner. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('search input, [data-acts] a'),
  ];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  // Rows of the table move by themselves.
  if (index === -1) return;
  event.preventDefault();
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
