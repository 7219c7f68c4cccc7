import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { moveFocus } from './keep-focus.ts';

test('the arrow keys move the focus among the elements that match, and stop at the ends', async () => {
  const user = userEvent.setup();
  render(
    // The keys move between the controls inside, which are interactive themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => moveFocus(event, 'a, button')}>
      <a href="/first">First</a>
      <input aria-label="Not one of them" />
      <button type="button">Second</button>
    </div>,
  );
  const first = screen.getByRole('link');
  const second = screen.getByRole('button');
  first.focus();
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
});
