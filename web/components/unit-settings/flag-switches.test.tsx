import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/endpoint-query.ts';
import type { Unit } from '../../api/units.ts';
import { FlagSwitches, readerIdOf, unitState } from './flag-switches.tsx';
import { dismissNotices, NoticesHost } from '../../ui/toasts.tsx';

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

const unit: Unit = {
  _id: 'u-1',
  unitNumber: 1001,
  name: null,
  venueId: 'v-1',
  category: 'ROTENDER_CLASSIC',
  model: 'SOLO',
  contacts: [],
  discountRate: 0,
  idCheckingServiceHostName: '',
  homeHelperText: '',
  homeButtonImage: '',
  stripeReaderId: 'tmr_1',
  paxShift4ReaderId: '',
  inventory: {},
};
const nowMs = Date.UTC(2026, 10, 21, 7);

test('states type, last sale, keys, reader and contacts of a unit', () => {
  const contacts = ['+14155552671', '+12125550100'];
  const known = { lastSoldMs: nowMs - 720_000, nowMs, keys: 1, readerId: 'tmr_1' };
  expect(unitState({ ...unit, contacts }, known)).toBe(
    'Classic unit · last sale 12 min ago · 1 key · card reader set · 2 contacts',
  );
});

test('states what a unit lacks', () => {
  const known = { lastSoldMs: null, nowMs, keys: 0, readerId: '' };
  expect(unitState({ ...unit, category: 'BEERTENDER' }, known)).toBe(
    'Beer unit · never sold · no key · no card reader · no contacts',
  );
});

test('states that there is a key before their number is known', () => {
  const known = { lastSoldMs: undefined, nowMs, readerId: '' };
  const state = (keys: boolean) => unitState(unit, { ...known, keys });
  expect(state(true)).toBe('Classic unit · key set · no card reader · no contacts');
  expect(state(false)).toBe('Classic unit · no key · no card reader · no contacts');
});

test('leaves out what is not known yet', () => {
  const known = { lastSoldMs: undefined, nowMs, keys: undefined, readerId: '' };
  expect(unitState(unit, known)).toBe('Classic unit · no card reader · no contacts');
});

test('the reader is that of the provider of the venue', () => {
  expect(readerIdOf(unit, false)).toBe('tmr_1');
  expect(readerIdOf(unit, true)).toBe('');
});
