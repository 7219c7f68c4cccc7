import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Finding, UnitHealth, VenueHealth } from '../../api/unit-health.ts';
import type { UnitRow } from './list/unit-columns.tsx';
import { foundUnits, NightCard } from './units-screen.tsx';
import { endSession, startSession } from '../../session/session.ts';
import { tokenWith } from '../../testing/tokens.ts';

const silent: Finding = {
  kind: 'allSilent',
  unitId: null,
  unitNumber: null,
  unitName: null,
  text: 'No sales since 9:14 PM',
};
const fetched = vi.spyOn(globalThis, 'fetch');
const show = (night: VenueHealth['night'], finding: Finding | undefined = silent) =>
  render(
    <MantineProvider>
      <NightCard venueId="v-1" night={night} finding={finding} />
    </MantineProvider>,
  );
const sent = () => fetched.mock.calls.map(([url, init]) => [init?.method, url, init?.body]);

beforeEach(() => {
  startSession(tokenWith({}));
  fetched.mockImplementation(() => Promise.resolve(Response.json({})));
});
afterEach(() => {
  cleanup();
  endSession();
  fetched.mockReset();
});

test('HEALTH-03 while all units are silent the night can be marked as closed', async () => {
  show({ day: '2026-06-13', closed: false });
  expect(screen.getByText('No sales since 9:14 PM')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Closed tonight' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toEqual([
    ['PUT', '/api/venues/v-1/nights/2026-06-13', JSON.stringify({ closed: true })],
  ]);
});

test('a closed night can be opened again, whether or not units are silent', async () => {
  show({ day: '2026-06-13', closed: true });
  expect(screen.queryByText('No sales since 9:14 PM')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Not closed' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.[2]).toBe(JSON.stringify({ closed: false }));
});

test('units are found by their text, and in order of their states', () => {
  const rowOf = (unitNumber: number, more: Partial<UnitHealth>): UnitRow => ({
    unit: {
      unitNumber,
      unitName: null,
      text: 'Online',
      inMaintenance: null,
      ...more,
    } as UnitHealth,
    isFound: false,
    isTroubled: false,
    strip: undefined,
  });
  const cleaned = { from: '', until: '', reason: 'cleaning' } as const;
  const rows = [
    rowOf(1004, { state: 'online' }),
    rowOf(1003, { state: 'offline', text: 'Offline 14 min' }),
    rowOf(1002, { state: 'online' }),
    rowOf(1001, { state: 'online', inMaintenance: cleaned, text: 'In maintenance' }),
  ];
  const numbers = (text: string) =>
    foundUnits(rows, text, 'state').map(({ unit }) => unit.unitNumber);
  expect(numbers('')).toEqual([1001, 1003, 1002, 1004]);
  expect(numbers('offline')).toEqual([1003]);
});

test('those who may not change nights only read what is found', () => {
  startSession(tokenWith({ accountType: 'staff', ownerId: 'o-1', role: 'bartender' }));
  show({ day: '2026-06-13', closed: false });
  expect(screen.getByText('No sales since 9:14 PM')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('nothing is shown of a night on which units sell', () => {
  render(
    <MantineProvider>
      <NightCard venueId="v-1" night={{ day: '2026-06-13', closed: false }} finding={undefined} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('heading')).toBeNull();
});
