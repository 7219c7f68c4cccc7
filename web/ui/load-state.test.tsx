import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  FailureScope,
  type LoadState,
  loadState,
  rowsOf,
  useFailuresToShow,
} from './load-state.tsx';

const query = (of: Partial<Parameters<typeof loadState<string[]>>[0]>) => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: vi.fn(),
  ...of,
});
const of = (
  result: Partial<Parameters<typeof loadState<string[]>>[0]>,
  after?: LoadState<unknown>[],
) => loadState<string[]>(query(result), { what: 'drinks', ...(after ? { after } : {}) });
const known = { isRefreshing: false, failures: [] };
const venues = { state: 'data', data: ['a'], ...known } as const;
const failure = { what: 'venues', error: new Error('lost'), retry: () => undefined };

test('only a response makes something empty', () => {
  expect(of({}).state).toBe('pending');
  expect(of({ isFetching: true }).state).toBe('pending');
  expect(of({ error: new Error('lost') }).state).toBe('failed');
  expect(of({ data: [] }).state).toBe('empty');
  expect(of({ data: ['Negroni'] })).toMatchObject({ state: 'data', data: ['Negroni'] });
});

test('what waits for something has the state of what it waits for', () => {
  expect(of({}, [{ state: 'pending' }]).state).toBe('pending');
  expect(of({}, [venues, { state: 'failed', failures: [failure] }])).toEqual({
    state: 'failed',
    failures: [failure],
  });
  expect(of({}, [{ state: 'empty', ...known }]).state).toBe('empty');
  // It is about to be requested.
  expect(of({}, [venues]).state).toBe('pending');
});

test('a failure that is tried again is pending, and data that could not be refreshed stays', () => {
  const error = new Error('lost');
  expect(of({ error, isFetching: true }).state).toBe('pending');
  expect(of({ error, data: ['Negroni'] })).toMatchObject({
    state: 'data',
    failures: [{ what: 'drinks', error }],
  });
});

test('a page without rows is empty, and one that is not known is not', () => {
  expect(rowsOf({ state: 'data', data: { rows: [] }, ...known }, ({ rows }) => rows).state).toBe(
    'empty',
  );
  expect(rowsOf<{ rows: string[] }, string>({ state: 'pending' }, ({ rows }) => rows).state).toBe(
    'pending',
  );
});

const Part = ({ what }: { readonly what: string }) => {
  const { error, unknown } = useFailuresToShow([{ what, retry: () => undefined }]);
  return (
    <>
      {error.length > 0 && <p role="alert">{error.map((one) => one.what).join(' and ')}</p>}
      {unknown.map((one) => (
        <p key={one.what}>{one.what} unknown</p>
      ))}
    </>
  );
};

test('one part of a screen shows the error of all, and the next one when it is gone', () => {
  const screenOf = (...parts: string[]) => (
    <FailureScope>
      {parts.map((what) => (
        <Part key={what} what={what} />
      ))}
    </FailureScope>
  );
  const { rerender } = render(screenOf('venues', 'drinks'));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent('venues and drinks');
  expect(screen.getByText('drinks unknown')).toBeVisible();
  rerender(screenOf('drinks'));
  expect(screen.getByRole('alert')).toHaveTextContent('drinks');
  expect(screen.queryByText('drinks unknown')).toBeNull();
});

test('what two parts wait for in vain is said once', () => {
  render(
    <FailureScope>
      <Part key="one" what="venues" />
      <Part key="other" what="venues" />
    </FailureScope>,
  );
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByText('venues unknown')).toBeNull();
});
