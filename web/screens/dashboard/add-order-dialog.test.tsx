import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Drink } from '../../api/drinks.ts';
import { queryClient } from '../../api/endpoint-query.ts';
import type { Unit } from '../../api/units.ts';
import { AddOrderDialog, keyOf, settleOrder } from './add-order-dialog.tsx';
import {
  canSell,
  drinkCents,
  drinkName,
  emptyDrink,
  offerOf,
  orderOf,
  positionErrors,
} from './order-draft.ts';

const entry = (ingredientId: string, name: string, price: number) => ({
  ingredientId,
  name,
  price,
  doublePrice: 0,
  positionInUnit: ['1'],
});
const unit = (unitNumber: number, ...entries: ReturnType<typeof entry>[]) =>
  ({
    _id: `u-${unitNumber}`,
    unitNumber,
    category: 'BEERTENDER',
    inventory: Object.fromEntries(entries.map((one) => [one.ingredientId, one])),
  }) as unknown as Unit;
const units = [
  unit(1001, entry('gin', 'Beefeater', 7.5), entry('tonic', 'Tonic', 2.5)),
  unit(1002, entry('lager', 'Harbour Lager', 7)),
];

const sale = { unitNumber: 1001, price: 20, tax: 1.78 };
const response = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const fetched = vi.fn<typeof fetch>();
const added = vi.fn<() => void>();
const closed = vi.fn<() => void>();

const negroni = { _id: 'negroni', name: 'Negroni', price: 14, doublePrice: 20, ingredients: [] };
/** Responses of the other endpoints. */
const known = (url: unknown) => {
  if (String(url).includes('/api/flags')) return { flags: { 'general--double-order': true } };
  return String(url).includes('unit=u-1001') ? [negroni] : [];
};

const ingredient = (name: RegExp) => screen.getByRole('checkbox', { name });

/** Sent requests with their idempotency keys. */
const sent = () =>
  fetched.mock.calls.map(([, init]) => ({
    key: new Headers(init?.headers).get('idempotency-key'),
    body: JSON.parse(init?.body as string),
  }));

const pressAdd = () => userEvent.click(screen.getByRole('button', { name: 'Add order' }));

const openWith = (shown: readonly Unit[]) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <AddOrderDialog venueId="v1" units={shown} onClose={closed} onAdded={added} />
      </QueryClientProvider>
    </MantineProvider>,
  );

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) =>
    init?.method === 'POST' ? fetched(url, init) : Promise.resolve(Response.json(known(url))),
  );
  openWith(units);
});
afterEach(() => {
  vi.restoreAllMocks();
  fetched.mockReset();
  added.mockReset();
  closed.mockReset();
  settleOrder();
});

test('starts with the unit, or with the drink where there is one unit', async () => {
  await waitFor(() => expect(screen.getByLabelText('Unit')).toHaveFocus());
  cleanup();
  openWith(units.slice(0, 1));
  await waitFor(() => expect(screen.getByLabelText('Drink')).toHaveFocus());
});

test('builds drinks with a running total and sends them as one order', async () => {
  fetched.mockImplementation(response(201, sale));
  await userEvent.click(ingredient(/Beefeater/));
  await userEvent.click(ingredient(/Tonic/));
  expect(screen.getByRole('status')).toHaveTextContent('$10.00');
  await userEvent.click(screen.getByRole('button', { name: 'Another drink' }));
  expect(screen.getByRole('list', { name: 'Drinks of the order' })).toHaveTextContent(
    '1 × Beefeater + Tonic$10.00',
  );
  expect(screen.getByLabelText('Drink')).toHaveFocus();
  await userEvent.click(ingredient(/Tonic/));
  await userEvent.clear(screen.getByLabelText('Quantity'));
  await userEvent.type(screen.getByLabelText('Quantity'), '4');
  expect(screen.getByRole('status')).toHaveTextContent('$20.00');
  await pressAdd();
  expect(sent().map(({ body }) => body)).toEqual([
    {
      unitNumber: 1001,
      drinks: [
        { ingredients: ['gin', 'tonic'], quantity: 1 },
        { ingredients: ['tonic'], quantity: 4 },
      ],
    },
  ]);
  expect(added).toHaveBeenCalledOnce();
});

test('a double submit sends once, and the dialog cannot be closed while pending', async () => {
  let reply: (response: Response) => void = () => undefined;
  fetched.mockImplementation(() => new Promise((resolve) => (reply = resolve)));
  await userEvent.click(ingredient(/Beefeater/));
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add order' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(fetched).toHaveBeenCalledOnce();
  expect(closed).not.toHaveBeenCalled();
  reply(new Response(JSON.stringify(sale), { status: 201 }));
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce());
});

test('a retry reuses the idempotency key, a changed order gets another', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.click(ingredient(/Beefeater/));
  await pressAdd();
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached');
  await pressAdd();
  await userEvent.click(ingredient(/Tonic/));
  expect(screen.queryByRole('alert')).toBeNull();
  await pressAdd();
  const [first, retry, other] = sent().map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(retry).toBe(first);
  expect(other).not.toBe(first);
  expect(added).not.toHaveBeenCalled();
});

test('shows server errors at the fields they belong to', async () => {
  fetched.mockImplementation(
    response(400, {
      unitNumber: 'Unknown unit',
      'drinks.0.quantity': 'Use a whole number',
      'drinks.1.ingredients': 'This is not on the unit',
    }),
  );
  await userEvent.click(ingredient(/Beefeater/));
  await userEvent.click(screen.getByRole('button', { name: 'Another drink' }));
  await userEvent.click(ingredient(/Tonic/));
  await pressAdd();
  expect(await screen.findByLabelText('Unit')).toHaveAccessibleDescription('Unknown unit');
  expect(within(screen.getByRole('listitem')).getByRole('alert')).toHaveTextContent(
    'Use a whole number',
  );
  expect(screen.getByRole('group')).toHaveAccessibleDescription('This is not on the unit');
  expect(ingredient(/Tonic/)).toBeChecked();
});

test('does not send an empty order', async () => {
  await pressAdd();
  expect(screen.getByRole('group')).toHaveAccessibleDescription('Choose what goes into the drink');
  expect(fetched).not.toHaveBeenCalled();
});

test('choosing another unit resets the order to its ingredients', async () => {
  await userEvent.click(ingredient(/Beefeater/));
  await userEvent.selectOptions(screen.getByLabelText('Unit'), '1002');
  expect(screen.getAllByRole('checkbox', { name: /\$/ })).toHaveLength(1);
  expect(screen.getByRole('status')).toHaveTextContent('$0.00');
  await userEvent.click(ingredient(/Harbour Lager/));
  expect(screen.getByRole('status')).toHaveTextContent('$7.00');
});

test('sends a drink of the menu by its id, as a double if chosen', async () => {
  fetched.mockImplementation(response(201, sale));
  const choice = screen.getByRole('combobox', { name: 'Drink' });
  await within(choice).findByRole('option', { name: 'Negroni ($14.00)' });
  await userEvent.selectOptions(choice, 'negroni');
  expect(screen.queryByRole('checkbox', { name: /Beefeater/ })).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('$14.00');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Double' }));
  expect(screen.getByRole('status')).toHaveTextContent('$20.00');
  await pressAdd();
  expect(sent().map(({ body }) => body)).toEqual([
    { unitNumber: 1001, drinks: [{ drinkId: 'negroni', quantity: 1, isDouble: true }] },
  ]);
});

const draftEntry = (
  ingredientId: string,
  name: string,
  price: number,
  ...positionInUnit: string[]
) => ({
  ingredientId,
  name,
  price,
  doublePrice: 0,
  positionInUnit,
});
const inventory = {
  gin: { ...draftEntry('gin', 'Beefeater', 7.1, '3'), doublePrice: 12 },
  mix: draftEntry('mix', 'Espresso Martini Mix', 9),
  tonic: draftEntry('tonic', 'Tonic', 2.2, '102'),
};
const draftUnit = { unitNumber: 1001, inventory } as unknown as Unit;
const draftNegroni = { _id: 'negroni', name: 'Negroni', price: 14 } as unknown as Drink;
const spritz = { _id: 'spritz', name: 'Spritz', price: 9, doublePrice: 15 } as unknown as Drink;
const offer = offerOf(draftUnit, [draftNegroni, spritz]);
const of = (...ingredientIds: string[]) => ({ ...emptyDrink, ingredientIds });

test('an ingredient without a position cannot be poured', () => {
  expect(offer.ingredients.map(({ name, priceCents }) => [name, priceCents])).toEqual([
    ['Beefeater', 710],
    ['Tonic', 220],
  ]);
  expect(offerOf(undefined, [])).toEqual({ drinks: [], ingredients: [] });
  expect(canSell(draftUnit)).toBe(true);
  expect(canSell({ ...draftUnit, inventory: {} })).toBe(false);
});

test("derives a drink's name and price from its ingredients", () => {
  const drink = { ...of('tonic', 'gin'), quantity: 3 };
  expect(drinkName(offer, drink)).toBe('Tonic + Beefeater');
  expect(drinkCents(offer, drink)).toBe(2790);
  expect(drinkCents(offer, emptyDrink)).toBe(0);
});

test('a drink of the menu has its menu name and price', () => {
  const drink = { ...emptyDrink, drinkId: 'spritz', quantity: 2 };
  expect(drinkName(offer, drink)).toBe('Spritz');
  expect(drinkCents(offer, drink)).toBe(1800);
});

test('a double costs its own price, or the sum of its ingredients, never less than a single', () => {
  const double = { ...emptyDrink, isDouble: true };
  expect(drinkCents(offer, { ...double, drinkId: 'spritz' })).toBe(1500);
  expect(drinkCents(offer, { ...double, drinkId: 'negroni' })).toBe(1400);
  // Gin has a double price of $12.
  expect(drinkCents(offer, { ...double, ingredientIds: ['gin', 'tonic'] })).toBe(1420);
  expect(drinkName(offer, { ...double, drinkId: 'negroni' })).toBe('Negroni, double');
});

test('does not send a drink without ingredients', () => {
  const drinks = [
    { ...of('gin'), quantity: 2 },
    { ...emptyDrink, drinkId: 'negroni', isDouble: true },
    emptyDrink,
  ];
  expect(orderOf(1001, drinks)).toEqual({
    unitNumber: 1001,
    drinks: [
      { ingredients: ['gin'], quantity: 2 },
      { drinkId: 'negroni', quantity: 1, isDouble: true },
    ],
  });
});

test('assigns server messages to their drinks and fields', () => {
  const fields = new Map([
    ['unitNumber', 'Unknown unit'],
    ['drinks.1.ingredients', 'This is not on the unit'],
    ['drinks.1.quantity', 'Use at least 1'],
    ['drinks.10.quantity', 'Use at most 100'],
    ['drinks', 'An order needs at least one drink'],
  ]);
  expect(positionErrors(fields)).toEqual({
    unit: 'Unknown unit',
    drinks: new Map([
      [1, 'This is not on the unit'],
      [10, 'Use at most 100'],
    ]),
    rest: 'An order needs at least one drink',
  });
  expect(positionErrors(new Map())).toEqual({ drinks: new Map() });
});

const one = () => orderOf(1001, [{ ...emptyDrink, ingredientIds: ['gin', 'tonic'] }]);
const two = () => orderOf(1001, [{ ...emptyDrink, ingredientIds: ['gin', 'tonic'], quantity: 2 }]);

test('all attempts of an order share a key, another order has another', () => {
  const key = keyOf(one());
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(one())).toBe(key);
  expect(keyOf(two())).not.toBe(key);
});

test('an identical order gets a new key after the first was recorded', () => {
  const key = keyOf(one());
  settleOrder();
  expect(keyOf(one())).not.toBe(key);
});
