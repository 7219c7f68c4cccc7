import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { networkError } from '../../api/api-error.ts';
import { moveWithin, useOrder } from './use-order.ts';
import { dismissNotices, NoticesHost } from '../../ui/toasts.tsx';

afterEach(() => act(dismissNotices));

const items = (ids: string) => Array.from(ids, (_id) => ({ _id }));
const text = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id).join('');

/** Fake server that responds on demand. */
function slowServer() {
  const responses: { ok: () => void; fail: (error: Error) => void }[] = [];
  const send = vi.fn<(ids: readonly string[]) => Promise<void>>(
    () =>
      new Promise((resolve, reject) => {
        responses.push({ ok: resolve, fail: reject });
      }),
  );
  return { send, responses };
}

test('shows a new order at once and keeps it when it is saved', async () => {
  const { send, responses } = slowServer();
  const { result, rerender } = renderHook(({ stored }) => useOrder(stored, send), {
    initialProps: { stored: items('abc') },
  });
  act(() => result.current.save(['c', 'a', 'b']));
  expect(text(result.current.items)).toBe('cab');
  expect(result.current.status).toBe('saving');
  rerender({ stored: items('cab') });
  act(() => responses[0]?.ok());
  await waitFor(() => expect(result.current.status).toBe('saved'));
  expect(text(result.current.items)).toBe('cab');
  expect(send).toHaveBeenCalledWith(['c', 'a', 'b']);
});

test('reverts to the stored order when the save is rejected, with the reason', async () => {
  const { send, responses } = slowServer();
  const { result } = renderHook(() => useOrder(items('abc'), send));
  act(() => result.current.save(['c', 'a', 'b']));
  act(() => responses[0]?.fail(networkError()));
  await waitFor(() => expect(result.current.status).toBe('failed'));
  expect(text(result.current.items)).toBe('abc');
  expect(result.current.problem).toBe(networkError().message);
  act(() => result.current.save(['b', 'a', 'c']));
  expect(result.current).toMatchObject({ status: 'saving', problem: undefined });
});

test('sends only the last of the orders made during a save', async () => {
  const { send, responses } = slowServer();
  const { result } = renderHook(() => useOrder(items('abc'), send));
  act(() => result.current.save(['b', 'a', 'c']));
  act(() => result.current.save(['b', 'c', 'a']));
  act(() => result.current.save(['c', 'b', 'a']));
  expect(send).toHaveBeenCalledTimes(1);
  expect(text(result.current.items)).toBe('cba');
  act(() => responses[0]?.ok());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send).toHaveBeenLastCalledWith(['c', 'b', 'a']);
  expect(result.current.status).toBe('saving');
  act(() => responses[1]?.ok());
  await waitFor(() => expect(result.current.status).toBe('saved'));
});

test('items added during a save come at the end', () => {
  const { send } = slowServer();
  const { result, rerender } = renderHook(({ stored }) => useOrder(stored, send), {
    initialProps: { stored: items('abc') },
  });
  act(() => result.current.save(['c', 'a', 'b']));
  rerender({ stored: items('axbc') });
  expect(text(result.current.items)).toBe('cabx');
});

test('Undo sends the order before all that was saved, with the one that is stored now', async () => {
  const { send, responses } = slowServer();
  render(
    <MantineProvider>
      <NoticesHost />
    </MantineProvider>,
  );
  const { result } = renderHook(() => useOrder(items('abc'), send));
  act(() => result.current.save(['b', 'a', 'c']));
  act(() => result.current.save(['c', 'b', 'a']));
  act(() => responses[0]?.ok());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  act(() => responses[1]?.ok());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(send).toHaveBeenLastCalledWith(['a', 'b', 'c'], ['c', 'b', 'a']);
  act(() => responses[2]?.fail(networkError()));
  expect(await screen.findByText(/^Not undone\./)).toBeInTheDocument();
});

describe('moveWithin', () => {
  test.each([
    [['a', 'b', 'c', 'd'], 0, 2, 'b,c,a,d'],
    [['a', 'b', 'c', 'd'], 3, 0, 'd,a,b,c'],
    [['b', 'd'], 0, 1, 'a,d,c,b'],
    [['b', 'd'], 1, 1, 'a,b,c,d'],
    [['c'], 0, 0, 'a,b,c,d'],
  ])('moving %j from %d to %d gives %s', (part, from, to, expected) => {
    expect(moveWithin(['a', 'b', 'c', 'd'], part, from, to).join(',')).toBe(expected);
  });

  test('loses no item and preserves the order of all others', () => {
    const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), fc.nat(), (ids, step, one, other) => {
        const part = ids.filter((_, index) => index % ((step % 4) + 1) === 0);
        const [from, to] = [one % part.length, other % part.length];
        const moved = moveWithin(ids, part, from, to);
        expect([...moved].sort()).toEqual([...ids].sort());
        const others = (list: readonly string[]) => list.filter((id) => id !== part[from]);
        const outside = (list: readonly string[]) => list.filter((id) => !part.includes(id));
        expect(others(moved.filter((id) => part.includes(id)))).toEqual(others(part));
        expect(outside(moved)).toEqual(outside(ids));
        expect(moved.filter((id) => part.includes(id))[to]).toBe(part[from]);
      }),
      { seed: 20240301, numRuns: 300 },
    );
  });
});
