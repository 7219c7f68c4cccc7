import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/endpoint-query.ts';
import { NoticesHost, dismissNotices } from '../../ui/toasts.tsx';
import { FlagSwitches } from './unit/flag-switches.tsx';

const flag = 'general--double-order';
const fetched = vi.fn<typeof fetch>();
const response = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const sent = () => JSON.parse(fetched.mock.calls.at(-1)?.[1]?.body as string);

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetched);
});
afterEach(() => {
  act(dismissNotices);
  vi.restoreAllMocks();
  fetched.mockReset();
  queryClient.clear();
});

test('Undo switches a flag back from the state that it was switched to', async () => {
  response({ flags: { [flag]: false } });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <FlagSwitches place={{ kind: 'venue', key: 'v' }} />
        <NoticesHost />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const doubles = () => screen.findByRole('switch', { name: /^Doubles/ });
  await vi.waitFor(async () => expect(await doubles()).toBeEnabled());
  response({ flags: { [flag]: true } });
  fireEvent.click(await doubles());
  expect(await screen.findByText('Doubles turned on')).toBeInTheDocument();
  expect(sent()).toEqual({ kind: 'venue', key: 'v', flag, enabled: true });

  response({ flags: { [flag]: false } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Doubles turned off again')).toBeInTheDocument();
  expect(sent()).toEqual({ kind: 'venue', key: 'v', flag, enabled: false, expected: true });
  expect(await doubles()).not.toBeChecked();
});
