import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { placeSearch } from '../../router/make-router.tsx';
import { asOwner, openScreen } from '../../testing/screen.tsx';

const fetched = vi.spyOn(globalThis, 'fetch');

const venues = { v: { _id: 'v', id: 'v', name: 'Rooftop Bar' } };
const clock = { clock: null, history: [], ends: [] };
const money = {
  totalSales: 0,
  totalTaxes: 0,
  totalTips: 0,
  totalRefunds: 0,
  grossVolume: 0,
  totalPrice: 0,
  averagePrice: 0,
  averageDuration: 0,
  totalServings: 0,
};
const report = {
  ...money,
  sales: [],
  lateSince: { orders: 0, gross: 0 },
  searchedUntil: null,
  pagination: { current: 1, size: 10, total: 0 },
};

const noIssues = {
  asOf: '2026-03-10T12:00:00Z',
  issues: [],
  next: null,
  counts: { all: 0, urgent: 0, failedPours: 0, refusedSales: 0, stock: 0 },
};

type Responder = (path: string) => Response | Promise<Response>;

/** Responds as a server with one venue without sales, unless `other` responds. */
const respond = (other: (path: string) => Response | Promise<Response> | undefined) => {
  const usual: Responder = (path) => {
    if (/\/users\/[^/]+\/venues/.test(path)) return Response.json(venues);
    if (path.includes('/clock')) return Response.json(clock);
    if (path.includes('/units')) return Response.json([]);
    if (path.includes('/issues')) return Response.json(noIssues);
    return Response.json(report);
  };
  fetched.mockImplementation((input) => {
    const path = String(input instanceof Request ? input.url : input);
    return Promise.resolve(other(path) ?? usual(path));
  });
};

const open = () =>
  openScreen('/salesreports', {
    path: '/salesreports',
    match: 'deep',
    who: 'ownerContext',
    screen: () => import('./sales-report-screen.tsx'),
    search: placeSearch(),
    place: 'lookup',
  });

// The code of the screen is not what is waited for.
beforeAll(() => import('./sales-report-screen.tsx'));
afterEach(() => {
  fetched.mockReset();
  vi.useRealTimers();
});
asOwner();

const noSales = /no sales|nothing (was|is)/i;

test('while a sales report waits for its venue it is loading, with its period from the start', async () => {
  respond(() => new Promise<never>(() => undefined));
  open();
  expect(await screen.findByRole('table', { name: 'Sales Transactions' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  expect(screen.getByRole('combobox', { name: 'Period' })).toHaveValue('Last 7 days');
  expect(screen.queryByText(noSales)).toBeNull();
  expect(screen.getByRole('button', { name: /CSV/ })).toBeDisabled();
  expect(screen.getByRole('button', { name: /mail/i })).toBeDisabled();
});

test('the chosen period stays chosen on a day on which another one has the same days', async () => {
  vi.setSystemTime('2026-06-30T12:00:00Z');
  respond(() => undefined);
  open();
  const period = await screen.findByRole('combobox', { name: 'Period' });
  await userEvent.selectOptions(period, 'This month');
  expect(period).toHaveValue('This month');
  await userEvent.click(screen.getByRole('button', { name: 'Lookup sales' }));
  await waitFor(() =>
    expect(window.location.search).toContain('from=2026-06-01&to=2026-06-30&period=This+month'),
  );
  expect(period).toHaveValue('This month');
});

test('a sales report whose clock could not be loaded has one error in place of its figures', async () => {
  let isOut = true;
  respond((path) =>
    isOut && path.includes('/clock')
      ? Response.json({ error: { message: 'Internal error' } }, { status: 500 })
      : undefined,
  );
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The clock could not be loaded.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByText('Internal error')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull();
  expect(screen.queryByText(noSales)).toBeNull();
  isOut = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Sales Transactions' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
