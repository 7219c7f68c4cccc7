import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoticesHost, dismissNotices, notify } from './toasts.tsx';

beforeEach(() => {
  render(
    <MantineProvider>
      <NoticesHost />
    </MantineProvider>,
  );
});
afterEach(() => act(dismissNotices));

test('a toast is an alert with verbatim text, shown until it is dismissed', async () => {
  act(() => notify("You can't go beyond requested time"));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^You can't go beyond requested time$/);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the same text is shown once, other texts next to it', () => {
  act(() => {
    notify('There were no sales on these dates');
    notify('There were no more sales on these dates');
    notify('There were no sales on these dates');
  });
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'There were no more sales on these dates',
    'There were no sales on these dates',
  ]);
});
