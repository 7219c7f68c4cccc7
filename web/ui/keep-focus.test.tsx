import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFocus, moveFocus } from './keep-focus.ts';

let stop: () => void;
beforeAll(() => {
  stop = keepFocus();
});
afterAll(() => stop());

const List = ({ names }: { readonly names: readonly string[] }) => (
  <main>
    <ul aria-label="Sales">
      {names.map((name) => (
        <li key={name}>
          {name} <button>Dismiss</button>
        </li>
      ))}
    </ul>
    <button>Elsewhere</button>
  </main>
);

const focusDismissOf = (name: string) =>
  screen
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.startsWith(name))
    ?.querySelector('button')
    ?.focus();

test('the entry in the place of a removed one gets the focus, and no control of it', async () => {
  const { rerender } = render(<List names={['Gin', 'Rum', 'Rye']} />);
  focusDismissOf('Rum');
  rerender(<List names={['Gin', 'Rye']} />);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Rye Dismiss'));
  expect(document.activeElement).toHaveAttribute('tabindex', '-1');
  rerender(<List names={['Gin']} />);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Gin Dismiss'));
  rerender(<List names={[]} />);
  await waitFor(() => expect(screen.getByRole('list', { name: 'Sales' })).toHaveFocus());
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  expect(screen.getByRole('list', { name: 'Sales' })).not.toHaveAttribute('tabindex');
});

test('a control that is replaced by itself gets the focus again', async () => {
  const pager = (state: string) => (
    <main>
      <div>
        <nav key={state}>
          <button>Newest</button>
          <button>Older</button>
        </nav>
      </div>
    </main>
  );
  const { rerender } = render(pager('before'));
  screen.getByRole('button', { name: 'Older' }).focus();
  rerender(pager('after'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Older' })).toHaveFocus());
});

test('a screen that is left as a whole does not decide on the focus', async () => {
  const screenOf = (name: string) => (
    <main>
      <div data-screen>
        <p key={name}>
          <button>Go</button>
        </p>
      </div>
    </main>
  );
  const { rerender } = render(screenOf('one'));
  screen.getByRole('button', { name: 'Go' }).focus();
  rerender(screenOf('other'));
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});

test('what the user has left is not given the focus back', async () => {
  const { rerender } = render(<List names={['Gin', 'Rum']} />);
  focusDismissOf('Rum');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await Promise.resolve();
  rerender(<List names={['Gin']} />);
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});

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
