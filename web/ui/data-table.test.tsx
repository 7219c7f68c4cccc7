import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type DataColumn, DataTable, Names } from './data-table.tsx';
import type { LoadState } from './load-state.tsx';

interface Drink {
  readonly id: string;
  readonly name: string;
  readonly sold: number;
}

const columns: readonly DataColumn<Drink>[] = [
  { id: 'name', header: 'Drink name', cell: ({ name }) => name },
  {
    id: 'sold',
    header: 'Sold',
    align: 'end',
    from: 'medium',
    cell: ({ sold }) => sold,
    folded: ({ sold }) => (sold > 0 ? `${sold} sold` : null),
  },
];

const drinks: readonly Drink[] = [
  { id: 'a', name: 'Negroni', sold: 12 },
  { id: 'b', name: 'Spritz', sold: 0 },
  { id: 'c', name: 'Gimlet', sold: 3 },
];

const known = (data: readonly Drink[], isRefreshing = false): LoadState<readonly Drink[]> => ({
  state: 'data',
  data,
  isRefreshing,
  failures: [],
});

function show(of: LoadState<readonly Drink[]>) {
  return render(
    <MantineProvider>
      <DataTable
        label="Drinks"
        columns={columns}
        of={of}
        rowKey={({ id }) => id}
        skeletonRows={4}
        empty="No drinks yet"
      />
    </MantineProvider>,
  );
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

test('a column folds into its row on narrow screens, and empty values are omitted', () => {
  show(known(drinks));
  expect(screen.queryByRole('columnheader', { name: 'Sold' })).toBeNull();
  expect(within(row('Negroni')).getByText('12 sold')).toBeVisible();
  expect(within(row('Spritz')).queryByText(/sold/)).toBeNull();
});

test('each cell has the name of its column, which it shows where the cells stand below each other', () => {
  show(known(drinks));
  const [first] = within(row('Negroni')).getAllByRole('cell');
  expect(first).toHaveAttribute('data-head', 'Drink name');
});

test('announces loading rows once', () => {
  show({ state: 'pending' });
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByText('Loading')).toHaveLength(1);
  expect(screen.queryByText('No drinks yet')).toBeNull();
});

test('keeps the displayed rows while refetching', () => {
  show(known(drinks, true));
  expect(row('Negroni')).toBeVisible();
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
});

test('announces nothing when there are no rows', () => {
  show({ state: 'empty', isRefreshing: false, failures: [] });
  expect(screen.getByText('No drinks yet')).toBeVisible();
});

test('while its rows are loading or could not be loaded, a table never says that it is empty', () => {
  const { unmount } = show({ state: 'pending' });
  expect(screen.queryByText('No drinks yet')).toBeNull();
  unmount();
  show({ state: 'failed', failures: [] });
  expect(screen.queryByText('No drinks yet')).toBeNull();
});

test('the rows are one Tab stop, and the arrow keys move between them', async () => {
  const user = userEvent.setup();
  show(known(drinks));
  await user.tab();
  expect(row('Negroni')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(row('Spritz')).toHaveFocus();
  await user.keyboard('{End}');
  expect(row('Gimlet')).toHaveFocus();
  await user.keyboard('{ArrowDown}{Home}{ArrowUp}');
  expect(row('Negroni')).toHaveFocus();
  await user.tab();
  expect(document.body).toHaveFocus();
});

test('a row opens by a click beside its controls and by Enter', async () => {
  const opened: string[] = [];
  const withButton: DataColumn<Drink>[] = [
    ...columns,
    { id: 'act', header: 'Act', cell: ({ name }) => <button type="button">Edit {name}</button> },
  ];
  render(
    <MantineProvider>
      <DataTable
        label="Drinks"
        columns={withButton}
        of={known(drinks)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => opened.push(id)}
        empty="No drinks yet"
      />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Edit Negroni' }));
  expect(opened).toEqual([]);
  await user.click(within(row('Negroni')).getByText('Negroni'));
  row('Gimlet').focus();
  await user.keyboard('{Enter}');
  expect(opened).toEqual(['a', 'c']);
});

test('Enter on a row without an action follows its first link', async () => {
  const linked: DataColumn<Drink>[] = [
    { id: 'name', header: 'Name', cell: ({ id, name }) => <a href={`#drink-${id}`}>{name}</a> },
  ];
  render(
    <MantineProvider>
      <DataTable
        label="Drinks"
        columns={linked}
        of={known(drinks)}
        rowKey={({ id }) => id}
        empty="No drinks yet"
      />
    </MantineProvider>,
  );
  row('Gimlet').focus();
  await userEvent.keyboard('{Enter}');
  expect(location.hash).toBe('#drink-c');
});

test('every name has the direction of its own script', () => {
  const { container } = render(<Names of={['Gin', 'مشروب طويل', 'Gin']} />);
  expect(container).toHaveTextContent('Gin, مشروب طويل, Gin');
  expect(container.querySelectorAll('bdi')).toHaveLength(3);
});
