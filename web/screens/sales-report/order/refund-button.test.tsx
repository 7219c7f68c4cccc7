import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefundButton } from './refund-button.tsx';
import './refund-question.tsx';
import { endSession, startSession } from '../../../session/session.ts';
import { tokenWith } from '../../../testing/tokens.ts';
import { dismissNotices, NoticesHost } from '../../../ui/toasts.tsx';

const drink = {
  _id: 'd-1',
  name: 'Rum Rickey',
  quantity: 1,
  status: 'paid' as const,
  successQuantity: 1,
  price: 9.5,
  isDouble: false,
  tax: 0.84,
  tips: 1.43,
  processingFee: null,
};
const sale = { id: 's-1', refundTo: 'card' as const, drinks: [drink] };
const fetched = vi.spyOn(globalThis, 'fetch');

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockResolvedValue(
    Response.json({ statusCode: 200, status: 'refunded', message: 'Done', amount: 11.77 }),
  );
  render(
    <MantineProvider>
      <RefundButton sale={sale} index={0} />
      <button type="button">Other</button>
      <NoticesHost />
    </MantineProvider>,
  );
});
afterEach(() => {
  act(dismissNotices);
  fetched.mockReset();
});

const question = 'Refund $11.77? $9.50, tax $0.84, tip $1.43';
const refund = () => screen.getByRole('button', { name: 'Request refund of Rum Rickey' });
const send = () => screen.getByRole('button', { name: 'Refund $11.77' });
const isShown = () => screen.queryByText(question) !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Opens the question, and waits until its button can be pressed. */
const ask = async () => {
  fireEvent.click(refund());
  await act(() => vi.dynamicImportSettled());
  await pass(800);
};

test('the first press shows and announces what goes back, the second sends it after five seconds', async () => {
  await ask();
  expect(screen.getByRole('group', { name: 'Refund of Rum Rickey' })).toHaveTextContent(
    `${question}To the card`,
  );
  expect(screen.getByRole('status')).toHaveTextContent(`Rum Rickey. ${question} To the card`);
  expect(send()).toHaveFocus();
  fireEvent.click(send());
  expect(screen.getByRole('status')).toHaveTextContent('Refunding $11.77');
  expect(screen.getByRole('button', { name: 'Undo refund of Rum Rickey' })).toHaveFocus();
  await pass(4_999);
  expect(fetched).not.toHaveBeenCalled();
  await pass(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(refund()).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Transaction refunded. Rum Rickey: $11.77 to the card',
  );
});

test('a refund that is undone is not sent', async () => {
  await ask();
  fireEvent.click(send());
  await pass(4_900);
  fireEvent.click(screen.getByRole('button', { name: 'Undo refund of Rum Rickey' }));
  await pass(10_000);
  expect(refund()).toHaveFocus();
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ['leaving the screen', () => cleanup()],
  ['leaving the page', () => fireEvent(globalThis.window, new Event('pagehide'))],
])('%s sends a refund that could be undone, once', async (_name, leave) => {
  await ask();
  fireEvent.click(send());
  leave();
  await pass(10_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a refund is not sent by a question that was not yet shown for 800 ms', async () => {
  fireEvent.click(refund());
  await act(() => vi.dynamicImportSettled());
  await pass(799);
  fireEvent.click(send());
  expect(isShown()).toBe(true);
  await pass(10_000);
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ['Keep', () => fireEvent.click(screen.getByRole('button', { name: 'Keep' }))],
  ['Escape', () => fireEvent.keyDown(send(), { key: 'Escape' })],
  ['leaving it', () => act(() => screen.getByRole('button', { name: 'Other' }).focus())],
])('%s takes the question of a refund back', async (name, takeBack) => {
  await ask();
  takeBack();
  expect(isShown()).toBe(false);
  await pass(10_000);
  expect(fetched).not.toHaveBeenCalled();
  if (name === 'leaving it') expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
  else expect(refund()).toHaveFocus();
});

test('a question stays until it is taken back', async () => {
  await ask();
  await pass(60_000);
  expect(isShown()).toBe(true);
});

test('a key that is held down only asks', () => {
  expect(fireEvent.keyDown(refund(), { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(refund(), { key: 'Enter' })).toBe(true);
});

test('a manager reads what is left of their limit in the question', async () => {
  cleanup();
  startSession(tokenWith({ accountType: 'staff', role: 'manager' }));
  fetched.mockResolvedValueOnce(Response.json({ limit: 100, left: 38.2 }));
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RefundButton sale={sale} index={0} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await ask();
  expect(screen.getByRole('group')).toHaveTextContent(`${question}To the card · $38.20 left today`);
  endSession();
});

test('FAIL-06 a drink of which a glass is refunded says so, and offers the rest', async () => {
  cleanup();
  const refunded = { refundedQuantity: 1, refundedTax: 0.84, refundedTips: 0 };
  const line = { ...drink, quantity: 2, tax: 1.69, ...refunded };
  render(
    <MantineProvider>
      <RefundButton sale={{ ...sale, drinks: [line] }} index={0} />
    </MantineProvider>,
  );
  await ask();
  expect(screen.getByRole('group')).toHaveTextContent(
    'Refund $11.78? $9.50, tax $0.85, tip $1.43To the card · 1 of 2 glasses refunded',
  );
});
