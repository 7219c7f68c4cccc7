import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { queryClient } from '../api/endpoint-query.ts';
import { chooseOwner, forgetOwnerContext } from '../context/owner-context.ts';
import type { Who } from './admission.ts';
import {
  makeRoute,
  makeRouter,
  type Match,
  parseSearch,
  stringifySearch,
  textSearch,
} from './make-router.tsx';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';
import { dismissNotices, NoticesHost } from '../ui/toasts.tsx';

const row = (path: string, match: Match, who: Who, text: string) =>
  makeRoute({
    path,
    match,
    who,
    screen: () => Promise.resolve({ default: () => <h1>{text}</h1> }),
  });
// A route belongs to one router.
const makeRoutes = () => [
  makeRoute({
    path: '/login',
    match: 'exact',
    who: 'public',
    screen: () => Promise.resolve({ default: () => <h1>login</h1> }),
    search: textSearch<'next'>(),
  }),
  row('/', 'exact', 'public', 'landing'),
  row('/', 'exact', 'ownerContext', 'home'),
  row('/owners', 'exact', 'superAdmin', 'owners'),
  row('/owners/$id', 'deep', 'superAdmin', 'owner'),
  row('/settings', 'deep', 'signedIn', 'settings'),
  row('/reports', 'exact', 'signedIn', 'reports'),
  row('/add-drink', 'exact', 'ownerContext', 'menu'),
  row('/venues/$id', 'strict', 'ownerContext', 'venue'),
  row('/venues', 'strict', 'ownerContext', 'venues'),
  row('/people', 'exact', 'ownerContext', 'people'),
];

async function open(address: string) {
  window.history.replaceState(null, '', address);
  const router = makeRouter(makeRoutes());
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <NoticesHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

const asOwner = () => startSession(tokenWith());
const asManager = () =>
  startSession(tokenWith({ accountType: 'staff', ownerId: 'o-1', role: 'manager' }));
const asAdmin = () => startSession(tokenWith({ accountType: 'SUPER_ADMIN' }));

afterEach(async () => {
  await act(async () => {
    endSession();
    forgetOwnerContext();
    dismissNotices();
  });
});

test.each([
  ['/', 'landing', '/'],
  ['/login', 'login', '/login'],
  ['/venues', 'login', '/login'],
  ['/nope/nowhere', 'login', '/login'],
])('signed out, %s shows the %s', async (address, heading, path) => {
  await open(address);
  expect(await screen.findByRole('heading')).toHaveTextContent(heading);
  expect(window.location.pathname).toBe(path);
});

test.each([
  ['/venues/v-1?unit=1042', '/login?next=%2Fvenues%2Fv-1%3Funit%3D1042'],
  ['/reports', '/login?next=%2Freports'],
  ['/login', '/login'],
])('signed out, %s becomes %s', async (address, login) => {
  await open(address);
  await screen.findByRole('heading', { name: 'login' });
  expect(window.location.pathname + window.location.search).toBe(login);
});

test.each([
  ['/login?next=%2Freports%3Funit%3D1', '/reports?unit=1'],
  ['/login?next=%2F%2Fevil.example', '/add-drink'],
  ['/login?next=https%3A%2F%2Fevil.example', '/add-drink'],
  ['/login?next=%2Flogin', '/add-drink'],
])('signed in, %s becomes %s', async (address, path) => {
  asOwner();
  await open(address);
  await screen.findByRole('heading');
  expect(window.location.pathname + window.location.search).toBe(path);
  expect(window.location.host).toBe('localhost:3000');
});

test('a screen that the role does not include leads to the first one, and a toast says why and whom to ask', async () => {
  asManager();
  await open('/people');
  expect(await screen.findByRole('heading')).toHaveTextContent('menu');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your role does not include People. Ask the owner of this venue for access.',
  );
});

test('a link to a screen that the role does not include is pointed at without a toast', async () => {
  asManager();
  const router = await open('/add-drink');
  await screen.findByRole('heading');
  await act(() => router.preloadRoute({ to: '.', href: '/people' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the first screen of a role needs no explanation', async () => {
  asManager();
  await open('/');
  expect(await screen.findByRole('heading')).toHaveTextContent('menu');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['/', 'menu', '/add-drink'],
  ['/login', 'menu', '/add-drink'],
  ['/owners', 'menu', '/add-drink'],
  ['/reports', 'reports', '/reports'],
  ['/reports/', 'reports', '/reports/'],
  ['/venues/v-1', 'venue', '/venues/v-1'],
  ['/settings', 'settings', '/settings'],
  ['/settings/x', 'settings', '/settings/x'],
  ['/settings/x/y', 'settings', '/settings/x/y'],
])('for an owner, %s shows %s', async (address, heading, path) => {
  asOwner();
  await open(address);
  expect(await screen.findByRole('heading')).toHaveTextContent(heading);
  expect(window.location.pathname).toBe(path);
});

test.each([['/venues/'], ['/venues/v-1/'], ['/reports/x'], ['/add-drink/x'], ['/nope']])(
  'for an owner, the unknown path %s redirects home without a history entry',
  async (address) => {
    asOwner();
    const before = window.history.length;
    await open(address);
    await waitFor(() => expect(window.location.pathname).toBe('/add-drink'));
    expect(window.history).toHaveLength(before);
  },
);

test("a super admin's home is the drink menu once an owner is chosen", async () => {
  asAdmin();
  chooseOwner({ id: 'o', name: 'Owner', email: '', venues: [{ id: 'v', name: 'Bar' }] });
  await open('/');
  expect(await screen.findByRole('heading')).toHaveTextContent('home');
});

test('a super admin without an owner is redirected to the owners', async () => {
  asAdmin();
  await open('/');
  expect(await screen.findByRole('heading')).toHaveTextContent('owners');
  expect(window.location.pathname).toBe('/owners');
});

test('a customer sees a message on every path, with only a Logout button', async () => {
  startSession(tokenWith({ accountType: 'customer' }));
  await open('/reports');
  expect(await screen.findByText('There is no dashboard for this account')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: /menu|report|owner/i })).toEqual([]);
});

test('writes the query flat', async () => {
  asOwner();
  const router = await open('/reports');
  await screen.findByRole('heading');
  await act(() => router.navigate({ to: '/reports', search: { unit: '1042' } }));
  expect(window.location.search).toBe('?unit=1042');
});

describe('query string', () => {
  test('writes a flat query without quotes', () => {
    expect(stringifySearch({ unit: '1042', page: 2, all: true })).toBe(
      '?unit=1042&page=2&all=true',
    );
  });

  test('omits empty values', () => {
    expect(stringifySearch({ unit: undefined, tab: null, from: '' })).toBe('');
  });

  test('reads every value as text', () => {
    expect(parseSearch('?unit=1042&page=2')).toEqual({ unit: '1042', page: '2' });
    expect(parseSearch('')).toEqual({});
  });

  test('round-trips any text', () => {
    const search = { from: '2024-03-01', name: 'a&b=c d/é%22', timezone: 'America/New_York' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  test('uses the last of a repeated name', () => {
    expect(parseSearch('?unit=1&unit=2')).toEqual({ unit: '2' });
  });
});
