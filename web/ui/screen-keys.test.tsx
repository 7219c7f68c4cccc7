import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openModals } from './dialog.tsx';
import { useSlash } from './screen-keys.ts';

afterEach(() => openModals.set([]));

function Screen() {
  const search = useSlash();
  return (
    <>
      <input ref={search} aria-label="Search" />
      <input aria-label="Name" />
      <button type="button">Other</button>
    </>
  );
}

test('a slash focuses the search field, but is typed in a field', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  screen.getByRole('button').focus();
  await user.keyboard('/');
  const search = screen.getByRole('textbox', { name: 'Search' });
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.type(name, '1/2');
  expect(name).toHaveValue('1/2');
});

test('a slash does nothing while a dialog is open', async () => {
  render(<Screen />);
  openModals.set([document.createElement('dialog')]);
  screen.getByRole('button').focus();
  await userEvent.keyboard('/');
  expect(screen.getByRole('button')).toHaveFocus();
});
