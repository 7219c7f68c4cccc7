import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoticesHost, dismissNotices, notify, withdrawErrors, withdrawNotice } from './toasts.tsx';
import { openModals } from './dialog.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MantineProvider>
      <NoticesHost />
    </MantineProvider>,
  );
});
afterEach(() =>
  act(() => {
    dismissNotices();
    openModals.set([]);
  }),
);

const texts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

test('a toast is an alert with verbatim text, until it is dismissed', () => {
  act(() => notify("You can't go beyond requested time"));
  expect(screen.getByRole('alert')).toHaveTextContent(/^You can't go beyond requested time$/);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(texts()).toEqual([]);
});

test('dismissing a toast by keyboard returns the focus, and lets the others leave', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  act(() => {
    notify('Saved', 'success');
    notify('error!', 'error');
  });
  const dismissals = screen.getAllByRole('button', { name: 'Dismiss' });
  act(() => dismissals.at(-1)?.focus());
  pass(60_000);
  expect(texts()).toEqual(['Saved', 'error!']);
  act(() => dismissals.at(-1)?.click());
  expect(button).toHaveFocus();
  pass(6_100);
  expect(texts()).toEqual([]);
  button.remove();
});

test('the same text is shown once, other texts next to it', () => {
  act(() => {
    notify('There were no sales on these dates');
    notify('There were no more sales on these dates');
    notify('There were no sales on these dates');
  });
  expect(texts()).toEqual([
    'There were no more sales on these dates',
    'There were no sales on these dates',
  ]);
});

test('success and information leave after six seconds, errors stay', () => {
  act(() => {
    notify('Transaction refunded', 'success');
    notify('There were no sales on these dates');
    notify('error!', 'error');
  });
  pass(5_900);
  expect(texts()).toHaveLength(3);
  pass(200);
  expect(texts()).toEqual(['error!']);
  pass(600_000);
  expect(texts()).toEqual(['error!']);
});

test('a toast with Undo stays for ten seconds, and undoes once, by its button or the keyboard', () => {
  const undo = vi.fn<() => void>();
  act(() => notify('Negroni was deleted', 'success', 'undo', undo));
  pass(9_900);
  expect(texts()).toEqual(['Negroni was deletedUndo']);
  pass(200);
  expect(texts()).toEqual([]);
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();

  act(() => notify('Negroni was deleted', 'success', 'undo', undo));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(texts()).toEqual([]);
  act(() => notify('Negroni was deleted', 'success', 'undo', undo));
  const field = document.createElement('input');
  document.body.append(field);
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true });
  expect(undo).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { key: 'z', metaKey: true });
  expect(undo).toHaveBeenCalledTimes(2);
  expect(texts()).toEqual([]);
  field.remove();
});

test('the focus returns to where it was when its toast leaves', () => {
  const before = document.createElement('button');
  document.body.append(before);
  before.focus();
  act(() => notify('Negroni was deleted', 'success', 'undo', () => undefined));
  const button = screen.getByRole('button', { name: 'Undo' });
  act(() => button.focus());
  fireEvent.click(button);
  expect(before).toHaveFocus();
  before.remove();
});

test('a toast that follows a pressed Undo leaves by itself', () => {
  const say = () => notify('Negroni is on the menu again', 'success', 'undo');
  act(() => notify('Negroni was deleted', 'success', 'undo', say));
  const button = screen.getByRole('button', { name: 'Undo' });
  act(() => button.focus());
  fireEvent.click(button);
  expect(texts()).toEqual(['Negroni is on the menu again']);
  pass(6_100);
  expect(texts()).toEqual([]);
});

test('no toast leaves while the pointer or the focus is on one', () => {
  act(() => notify('Transaction refunded', 'success'));
  const close = screen.getByRole('button', { name: 'Dismiss' });
  fireEvent.pointerEnter(screen.getByRole('alert'));
  pass(60_000);
  expect(texts()).toHaveLength(1);
  fireEvent.pointerLeave(screen.getByRole('alert'));
  act(() => close.focus());
  pass(60_000);
  expect(texts()).toHaveLength(1);
  act(() => close.blur());
  pass(6_100);
  expect(texts()).toEqual([]);
});

test('a toast dismissed under the pointer does not keep the next one', () => {
  act(() => notify('Transaction refunded', 'success'));
  fireEvent.pointerEnter(screen.getByRole('alert'));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  act(() => notify('Saved', 'success'));
  pass(6_100);
  expect(texts()).toEqual([]);
});

test('at most three toasts are shown, the latest', () => {
  act(() => ['one', 'two', 'three', 'four'].forEach((text) => notify(text, 'error')));
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('an error leaves when the same thing succeeds, or when the screen changes', () => {
  act(() => {
    notify('Refund of A failed', 'error', 'refund a');
    notify('Refund of B failed', 'error', 'refund b');
    notify('Price was not changed', 'error', 'price');
  });
  act(() => notify('Transaction refunded', 'success', 'refund a'));
  expect(texts()).toEqual(['Refund of B failed', 'Price was not changed', 'Transaction refunded']);
  act(() => withdrawNotice('price'));
  expect(texts()).toEqual(['Refund of B failed', 'Transaction refunded']);
  act(withdrawErrors);
  expect(texts()).toEqual(['Transaction refunded']);
});

test('toasts are inside the open dialog, whose outside is inert', () => {
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  act(() => notify('Negroni is on the menu', 'success'));
  expect(dialog).toBeEmptyDOMElement();
  act(() => openModals.set([dialog]));
  expect(dialog).toContainElement(screen.getByRole('alert'));
  pass(5_000);
  act(() => openModals.set([]));
  expect(dialog).toBeEmptyDOMElement();
  expect(texts()).toEqual(['Negroni is on the menu']);
  dialog.remove();
});
