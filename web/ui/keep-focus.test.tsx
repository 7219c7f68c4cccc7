import { render, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

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
