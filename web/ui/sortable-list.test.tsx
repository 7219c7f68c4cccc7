import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SortableList } from './sortable-list.tsx';

const moved = vi.fn<(from: number, to: number) => void>();

function Shelf({ bottles }: { bottles: readonly string[] }) {
  const [items, setItems] = useState(bottles);
  return (
    <MantineProvider>
      <SortableList
        label="Bottles"
        items={items}
        getId={(name) => name}
        getName={(name) => name}
        onMove={(from, to) => {
          moved(from, to);
          const next = [...items];
          next.splice(to, 0, ...next.splice(from, 1));
          setItems(next);
        }}
        renderItem={(name, handle) => (
          <article>
            {handle}
            <h3>{name}</h3>
          </article>
        )}
      />
    </MantineProvider>
  );
}

const names = () =>
  within(screen.getByRole('list', { name: 'Bottles' }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent);
const button = (name: string) => screen.getByRole('button', { name });
/** Drag and drop is loaded at the first use of the page, and remounts the list when its code arrives. */
const dragging = () => {
  fireEvent.pointerMove(document.body);
  const isReady = () => expect(button('Drag Gin')).toHaveAttribute('aria-describedby');
  return vi.waitFor(isReady, { timeout: 30_000 });
};

test('the move buttons move an item by one, announce its position and keep the focus', async () => {
  moved.mockReset();
  render(<Shelf bottles={['Gin', 'Rum', 'Rye']} />);
  await dragging();
  await userEvent.click(button('Move down Gin'));
  expect(names()).toEqual(['Rum', 'Gin', 'Rye']);
  expect(button('Move down Gin')).toHaveFocus();
  expect(screen.getByText('Gin is now in place 2 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['Rum', 'Rye', 'Gin']);
  expect(button('Move down Gin')).toHaveFocus();
  await userEvent.click(button('Move up Gin'));
  expect(names()).toEqual(['Rum', 'Gin', 'Rye']);
  expect(moved.mock.calls).toEqual([
    [0, 1],
    [1, 2],
    [2, 1],
  ]);
});

test('a move button at the end is marked as disabled and does nothing', async () => {
  moved.mockReset();
  render(<Shelf bottles={['Gin', 'Rum']} />);
  await dragging();
  expect(button('Move up Gin')).toHaveAttribute('aria-disabled', 'true');
  expect(button('Move down Rum')).toHaveAttribute('aria-disabled', 'true');
  expect(button('Move up Rum')).toHaveAttribute('aria-disabled', 'false');
  await userEvent.click(button('Move up Gin'));
  await userEvent.click(button('Move down Rum'));
  expect(moved).not.toHaveBeenCalled();
});

test('the handle is a named button with usage instructions', async () => {
  render(<Shelf bottles={['Gin', 'Rum']} />);
  await dragging();
  expect(button('Drag Gin')).toHaveAccessibleDescription(/Press space to lift it/);
});

test('space lifts, Escape cancels, space drops, and each step is announced', async () => {
  moved.mockReset();
  render(<Shelf bottles={['Gin', 'Rum', 'Rye']} />);
  await dragging();
  // The library listens to key codes.
  const press = (keyCode: number) => fireEvent.keyDown(button('Drag Gin'), { keyCode });
  const [space, escape] = [32, 27];
  press(space);
  expect(await screen.findByText('Gin is lifted from place 1 of 3.')).toBeInTheDocument();
  press(escape);
  expect(await screen.findByText('Gin is back in place 1 of 3.')).toBeInTheDocument();
  press(space);
  await screen.findByText('Gin is lifted from place 1 of 3.');
  press(space);
  expect(await screen.findByText('Gin is now in place 1 of 3.')).toBeInTheDocument();
  expect(moved).not.toHaveBeenCalled();
});
