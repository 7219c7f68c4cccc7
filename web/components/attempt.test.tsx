import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { offerUndo } from './attempt.ts';
import { dismissNotices, NoticesHost } from '../ui/toasts.tsx';

beforeEach(() => {
  render(
    <MantineProvider>
      <NoticesHost />
    </MantineProvider>,
  );
});
afterEach(() => act(dismissNotices));

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
const texts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

test('Undo reverses the last change, and reports the outcome', async () => {
  const [first, last] = [vi.fn<() => Promise<void>>(), vi.fn<() => Promise<void>>()];
  act(() => {
    offerUndo('Mojito was deleted', first, 'Mojito is on the menu again');
    offerUndo('Negroni was deleted', last, 'Negroni is on the menu again');
  });
  expect(texts()).toEqual(['Negroni was deletedUndo']);
  press();
  expect(await screen.findByText('Negroni is on the menu again')).toBeInTheDocument();
  expect(first).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledTimes(1);
  expect(texts()).toEqual(['Negroni is on the menu again']);
});

test('a change that cannot be undone says why', async () => {
  const refused = new ApiError('Position 3 now holds Gin', { status: 409, shape: 'message' });
  act(() => offerUndo('Rum was deactivated', () => Promise.reject(refused), 'Rum is back'));
  press();
  expect(await screen.findByText('Not undone. Position 3 now holds Gin')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
