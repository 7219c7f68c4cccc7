import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asOwner } from '../../testing/screen.tsx';
import type { ShownPlace } from './counted-places.ts';
import { PlaceCard } from './place-card.tsx';

asOwner();

const line = {
  key: 'k1',
  ingredientId: 'gin',
  name: 'Gin',
  at: '2026-11-28T15:00:00Z',
  ml: 336.84,
  by: 'Kim',
  taken: true,
  differenceMl: 0,
  result: 'counted',
} as const;
const gin: ShownPlace = {
  unitId: 'u1',
  unitNumber: 1001,
  unitName: null,
  position: 1,
  storeId: null,
  storeName: null,
  ingredientId: 'gin',
  name: 'Gin',
  sizeMl: 1000,
  tareWeight: null,
  density: null,
  lines: [line],
  waiting: [],
};

const sent = vi.fn<(ml: readonly number[]) => void>();
const done = vi.fn<() => void>();
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

beforeEach(() => {
  vi.stubGlobal('fetch', (_: string, { body }: { body?: string }) => {
    const { lines } = JSON.parse(body ?? '{}') as { lines?: { ml: number }[] };
    if (lines) sent(lines.map(({ ml }) => ml));
    return Promise.resolve(Response.json({}));
  });
  render(
    <MantineProvider>
      <PlaceCard places={[gin]} venueId="v1" countId="c1" onDone={done} />
    </MantineProvider>,
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
  done.mockReset();
});

test('a place that was counted exactly is not counted again, rounded, when it is passed', async () => {
  await user.click(screen.getByText('Next'));
  expect(done).toHaveBeenCalledOnce();
  expect(sent).not.toHaveBeenCalled();
});

test('a place that was counted before is counted again where something is changed', async () => {
  await user.click(screen.getByText('Half'));
  await user.click(screen.getByText('Next'));
  await vi.waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith([500]));
});
