import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { NameFilter } from './sales-tools.tsx';

let chosen: string[];
beforeEach(() => {
  chosen = [];
});

/** With a value that is stored elsewhere, as in the address of the screen. */
function Filter() {
  const [value, setValue] = useState('');
  const choose = (name: string) => {
    chosen.push(name);
    setValue(name);
  };
  return (
    <>
      <NameFilter label="Drink" value={value} names={['Rum', 'Rum + Cola']} onChange={choose} />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </>
  );
}

function open(): HTMLElement {
  render(<Filter />);
  return screen.getByRole('combobox', { name: 'Drink' });
}

test('a name that begins with another one can be typed to its end', async () => {
  const field = open();
  await userEvent.type(field, 'Rum + Cola');
  expect(chosen).toEqual(['Rum + Cola']);
  expect(field).toHaveFocus();
});

test('a name that others begin with takes effect with Enter, and the focus stays', async () => {
  const field = open();
  await userEvent.type(field, 'Rum');
  expect(chosen).toEqual([]);
  await userEvent.type(field, '{Enter}');
  expect(chosen).toEqual(['Rum']);
  expect(field).toHaveFocus();
});

test('a choice from the list takes effect at once', () => {
  const field = open();
  fireEvent.input(field, { target: { value: 'Rum' }, inputType: 'insertReplacementText' });
  expect(chosen).toEqual(['Rum']);
});

test('the field follows a filter that is cleared elsewhere', async () => {
  const field = open();
  await userEvent.type(field, 'Rum + Cola');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field).toHaveValue('');
});
