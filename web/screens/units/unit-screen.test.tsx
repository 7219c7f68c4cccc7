import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endpointKey, queryClient } from '../../api/endpoint-query.ts';
import { placeSearch } from '../../router/make-router.tsx';
import { asOwner, openScreen } from '../../testing/screen.tsx';

const fetched = vi.spyOn(globalThis, 'fetch');

const unit = { _id: 'u', unitNumber: 1001, name: null, venueId: 'v' };
const health = {
  asOf: '2026-03-10T12:00:00Z',
  timezone: 'UTC',
  night: null,
  findings: [],
  units: [
    {
      unitId: 'u',
      unitNumber: 1001,
      unitName: null,
      text: 'Online',
      inMaintenance: null,
      refused: 0,
    },
  ],
};
const failed = () => Response.json({ error: { message: 'Internal error' } }, { status: 500 });

/** Responds as a server with one venue and one unit, whose health is what is given. */
const respond = (ofHealth: () => Response | Promise<Response>) =>
  fetched.mockImplementation((input) => {
    const path = String(input instanceof Request ? input.url : input);
    if (path.includes('/health')) return Promise.resolve(ofHealth());
    if (/\/users\/[^/]+\/venues/.test(path))
      return Promise.resolve(Response.json({ v: { _id: 'v', id: 'v', name: 'Rooftop Bar' } }));
    return Promise.resolve(path.endsWith('/units') ? Response.json([unit]) : failed());
  });

const isShown = () => expect(screen.getByRole('dialog')).toHaveAccessibleName('Copy setup');

beforeAll(() => Promise.all([import('./unit-screen.tsx'), import('./unit-settings.tsx')]));
afterEach(() => fetched.mockReset());
asOwner();

test('what is open in the settings of a unit stays while its state is loaded again', async () => {
  respond(failed);
  openScreen('/units/1001?tab=setup', {
    path: '/units/$number',
    match: 'exact',
    who: 'ownerContext',
    screen: () => import('./unit-screen.tsx'),
    search: placeSearch<'tab' | 'step'>(),
    place: 'venue',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy to…' }));
  await screen.findByRole('dialog');
  isShown();
  expect(screen.getByText(/units.* could not be loaded/)).toBeInTheDocument();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  respond(() => answered.then(() => Response.json(health)));
  const refetch = () => queryClient.refetchQueries({ queryKey: endpointKey('getVenueHealth') });
  act(() => void refetch());
  await waitFor(() => expect(screen.queryByText(/units.* could not be loaded/)).toBeNull());
  isShown();
  act(answer);
  expect(await screen.findByText(/^Online/)).toBeInTheDocument();
  isShown();
});
