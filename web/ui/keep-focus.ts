import type { KeyboardEvent } from 'react';

// Keeps the focus near an element that is removed while it has it, such as the button that dismisses an entry: without
// this, the focus is on the page as a whole, and the keyboard begins at its top.

/** A screen or a dialog that is replaced as a whole takes the focus by itself. */
const root = '[data-screen], main, dialog';

const controls = 'a, button, input, select, textarea, summary, tr';

const nameOf = (element: Element): string => element.ariaLabel ?? element.textContent;

interface Step {
  readonly around: Element;
  /** Of the child that the element is in. */
  readonly index: number;
  readonly children: number;
}

/** Ancestors of the element within its screen or dialog. */
function stepsTo(element: Element): Step[] {
  const steps: Step[] = [];
  const end = element.closest(root);
  for (let child = element; child.parentElement && child.parentElement !== end;) {
    const around = child.parentElement;
    const children = [...around.children];
    steps.push({ around, index: children.indexOf(child), children: children.length });
    child = around;
  }
  return end ? steps : [];
}

/** A ref of an element that takes the place of one that had the focus. */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Focuses an element that may be no control, without adding it to the tab order. */
function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * Remembers where an element is.
 * @returns moves the focus there if the element is gone and nothing has the focus: to the same control where it was
 * replaced, else to the entry in its place, else to what was around it. Never to another control: pressing twice must not
 * do something else.
 */
export function rememberPlace(element: Element): () => void {
  const { localName } = element;
  const name = nameOf(element);
  const steps = stepsTo(element);
  return () => {
    if (element.isConnected || document.activeElement !== document.body) return;
    const found = steps.find(({ around }) => around.isConnected);
    if (!found) return;
    const { around, index, children } = found;
    const isReplaced = around.children.length >= children && name !== '';
    const same = [...around.querySelectorAll<HTMLElement>(localName)].filter(
      (other) => nameOf(other) === name,
    );
    const entry = around.children[Math.min(index, around.children.length - 1)];
    const near = entry && !entry.matches(controls) ? entry : around;
    const place = isReplaced && same.length === 1 ? same[0] : near;
    if (place instanceof HTMLElement) focusOn(place);
  };
}

/**
 * Follows the focus from now on.
 * @returns ends that
 */
export function keepFocus(): () => void {
  let giveBack: (() => void) | null = null;
  const enter = ({ target }: FocusEvent) => {
    if (target instanceof Element) giveBack = rememberPlace(target);
  };
  // The user has left it for nothing: what happens to it later does not matter. After what removes it, which also reports
  // that it lost the focus.
  const leave = ({ target, relatedTarget }: FocusEvent) =>
    queueMicrotask(() => {
      if (relatedTarget === null && target instanceof Element && target.isConnected) {
        giveBack = null;
      }
    });
  document.addEventListener('focusin', enter);
  document.addEventListener('focusout', leave);
  const observer = new MutationObserver(() => giveBack?.());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', enter);
    document.removeEventListener('focusout', leave);
    observer.disconnect();
  };
}

/** ArrowDown and ArrowUp focus the next or previous element that matches the selector, within the one with the handler. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

/** Windowed lists, which render only what is near the window, scroll to an item on request. */
const revealers = new Set<(id: string) => void>();

/** @returns a function that removes it again */
export function onReveal(reveal: (id: string) => void): () => void {
  revealers.add(reveal);
  return () => revealers.delete(reveal);
}

/** Scrolls the list with this item to it, so that it is rendered soon. */
export function revealItem(id: string): void {
  for (const reveal of revealers) reveal(id);
}
