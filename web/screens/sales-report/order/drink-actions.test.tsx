import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefundButton } from './drink-actions.tsx';
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

const question = 'Refund $11.77: $9.50, tax $0.84, tip $1.43';
const refund = () => screen.getByRole('button', { name: /^(Request refund|Refund)/ });
const press = (detail = 1) => fireEvent.click(refund(), { detail });
const isArmed = () => screen.queryByText(question) !== null;

test('the first press shows and announces what goes back, the second sends it', async () => {
  refund().focus();
  press();
  expect(refund()).toHaveTextContent(`${question}To the card`);
  expect(screen.getByRole('status')).toHaveTextContent(
    `Rum Rickey. ${question}. To the card. Press again to refund`,
  );
  expect(refund()).toHaveFocus();
  expect(fetched).not.toHaveBeenCalled();
  press();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(refund()).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Transaction refunded. Rum Rickey: $11.77 to the card',
  );
});

test.each([
  ['Escape', () => fireEvent.keyDown(refund(), { key: 'Escape' })],
  ['leaving it', () => fireEvent.blur(refund())],
  ['five seconds', () => act(() => void vi.advanceTimersByTime(5_000))],
])('%s takes the question of a refund back', (_name, takeBack) => {
  press();
  expect(isArmed()).toBe(true);
  takeBack();
  expect(isArmed()).toBe(false);
  expect(refund()).toHaveAccessibleName('Request refund of Rum Rickey');
  press();
  expect(fetched).not.toHaveBeenCalled();
});

test('a double click only asks', () => {
  press(1);
  press(2);
  expect(isArmed()).toBe(true);
  expect(fetched).not.toHaveBeenCalled();
});

test('a key that is held down only asks', () => {
  press(0);
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
  press();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(refund()).toHaveTextContent(`${question}To the card · $38.20 left today`);
  endSession();
});

test('FAIL-06 a drink of which a glass is refunded says so, and offers the rest', () => {
  cleanup();
  const refunded = { refundedQuantity: 1, refundedTax: 0.84, refundedTips: 0 };
  const line = { ...drink, quantity: 2, tax: 1.69, ...refunded };
  render(
    <MantineProvider>
      <RefundButton sale={{ ...sale, drinks: [line] }} index={0} />
    </MantineProvider>,
  );
  press();
  expect(refund()).toHaveTextContent(
    'Refund $11.78: $9.50, tax $0.85, tip $1.43To the card · 1 of 2 glasses refunded',
  );
});
