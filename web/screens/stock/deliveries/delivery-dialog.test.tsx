import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/endpoint-query.ts';
import { asOwner } from '../../../testing/screen.tsx';
import { ConfirmHost } from '../../../ui/confirm.tsx';
import DeliveryDialog from './delivery-dialog.tsx';

asOwner();

const names = ['Aperol', 'Campari', 'Gin', 'Old Tom Gin', 'Rum', 'Rye', 'Vermouth', 'Vodka'];
const stock = {
  countId: null,
  stores: [{ id: 'cellar', name: 'Cellar' }],
  ingredients: names.map((name) => ({ ingredientId: name.toLowerCase(), name })),
};
const suppliers = ['Metro', 'Allied'].map((name) => ({ id: name, name, email: '' }));
const lineOf = (ingredientId: string, bottles: number) => ({
  ingredientId,
  name: ingredientId,
  bottles,
  bottleMl: 700,
});
const delivery = (supplier: string, at: string, undoneAt: string | null, bottles: number) => ({
  id: at,
  at,
  supplier,
  undoneAt,
  lines: [lineOf('gin', bottles), lineOf('rum', 12), lineOf('no-longer-stocked', 4)],
});
const deliveries = [
  delivery('Metro', '2026-11-28T15:00:00Z', '2026-11-28T16:00:00Z', 99),
  delivery('Metro', '2026-11-23T15:00:00Z', null, 6),
  delivery('Metro', '2026-11-16T15:00:00Z', null, 8),
];
const responses: [part: string, body: unknown][] = [
  ['/suppliers', suppliers],
  ['/deliveries', deliveries],
  ['/stock', stock],
];

const sent = vi.fn<(body: unknown) => void>();
let isCut = false;
const closed = vi.fn<() => void>();
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

beforeEach(async () => {
  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body: string }) => {
    if (method === 'POST') {
      sent(JSON.parse(body));
      if (isCut) return Promise.reject(new TypeError('cut'));
      return Promise.resolve(Response.json(deliveries[0], { status: 201 }));
    }
    const found = responses.find(([part]) => address.includes(part));
    return Promise.resolve(Response.json(found?.[1] ?? []));
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <DeliveryDialog venueId="v1" timezone="America/New_York" onClose={closed} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('group', { name: 'Aperol' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
  closed.mockReset();
});

/** Names of the lines that are shown; a search by role through all fields takes seconds. */
const lines = () =>
  [...document.querySelectorAll('fieldset')]
    .filter((line) => line.querySelector('[name^=bottles]') && !line.hidden)
    .map((line) => line.querySelector('legend')?.textContent);
const field = (kind: 'bottles' | 'cost', name: string) => {
  const found = document.querySelector(`[name="${kind} ${name.toLowerCase()}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no line of ${name}`);
  return found;
};
const bottles = (name: string) => field('bottles', name);
const search = () => screen.getByLabelText('Find an ingredient');
const receive = () => user.click(screen.getByText('Receive'));

test('lines are found by name, and what was entered in hidden lines is counted and sent', async () => {
  await user.type(bottles('Vodka'), '3');
  await user.type(search(), 'gin');
  expect(lines()).toEqual(['Gin', 'Old Tom Gin']);
  await user.type(bottles('Gin'), '6');
  expect(screen.getByText('9 bottles of 2 ingredients')).toBeVisible();
  await user.click(screen.getByText('2 entered'));
  expect(lines()).toEqual(['Gin', 'Vodka']);
  // A line that is emptied to be typed again stays.
  await user.clear(bottles('Gin'));
  expect(lines()).toEqual(['Gin', 'Vodka']);
  await user.type(bottles('Gin'), '7');
  await user.type(search(), 'rum');
  await receive();
  expect(sent.mock.lastCall?.[0]).toMatchObject({
    storeId: 'cellar',
    supplierId: 'Metro',
    lines: [
      { ingredientId: 'gin', bottles: 7 },
      { ingredientId: 'vodka', bottles: 3 },
    ],
  });
});

test('Enter leads from the search to the first line found and back, and sends nothing', async () => {
  await user.type(search(), 'old{Enter}');
  expect(bottles('Old Tom Gin')).toHaveFocus();
  await user.keyboard('6{Enter}');
  expect(search()).toHaveFocus();
  // What was searched for is selected, and typed over.
  await user.keyboard('rye{Enter}2');
  expect(bottles('Rye')).toHaveValue('2');
  expect(screen.getByText('2 entered')).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test('the bottles of the last delivery of the supplier are filled in, without one that was undone', async () => {
  await user.type(bottles('Vodka'), '1');
  expect(screen.getByText('Last delivery: Mon, Nov 23, 18 bottles of 2 ingredients')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'As last time' }));
  expect(bottles('Gin')).toHaveValue('6');
  expect(screen.getByText('19 bottles of 3 ingredients')).toBeVisible();
  await user.clear(bottles('Rum'));
  await user.type(bottles('Rum'), '0');
  await receive();
  expect(sent.mock.lastCall?.[0]).toMatchObject({
    lines: [
      { ingredientId: 'gin', bottles: 6 },
      { ingredientId: 'vodka', bottles: 1 },
    ],
  });
});

test('a supplier that has delivered nothing has no last delivery', async () => {
  await user.selectOptions(screen.getByLabelText('Supplier'), 'Allied');
  expect(screen.queryByRole('button', { name: 'As last time' })).toBeNull();
});

test('a line with an error is shown and focused, whatever is searched for', async () => {
  await user.type(bottles('Rum'), '6.5');
  await user.type(search(), 'vodka');
  await user.type(bottles('Vodka'), '2');
  await receive();
  expect(sent).not.toHaveBeenCalled();
  expect(lines()).toEqual(['Rum', 'Vodka']);
  expect(bottles('Rum')).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('Use a number of bottles from 1 to 10,000');
  await user.clear(bottles('Rum'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a cost without bottles is not dropped, but asks for them', async () => {
  await user.type(bottles('Vodka'), '2');
  await user.type(field('cost', 'Rum'), '21.50');
  await receive();
  expect(sent).not.toHaveBeenCalled();
  expect(bottles('Rum')).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('Use a number of bottles from 1 to 10,000');
  await user.clear(field('cost', 'Rum'));
  expect(screen.queryByRole('alert')).toBeNull();
  await receive();
  expect(sent.mock.lastCall?.[0]).toMatchObject({ lines: [{ ingredientId: 'vodka', bottles: 2 }] });
});

test('a delivery whose response was lost keeps its numbers, and is sent again as it was', async () => {
  await user.type(bottles('Gin'), '6');
  isCut = true;
  await receive();
  expect(await screen.findByText(/It may be recorded already/)).toBeVisible();
  // Other numbers would change nothing that is stored under the key of the delivery.
  expect(bottles('Gin').closest('[inert]')).not.toBeNull();
  isCut = false;
  await receive();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  const [[first], [second]] = sent.mock.calls as [[unknown], [unknown]];
  expect(second).toEqual(first);
});

test('what was entered is not lost by closing without a question', async () => {
  await user.type(bottles('Rum'), '6');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closed).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(closed).toHaveBeenCalledOnce();
});
