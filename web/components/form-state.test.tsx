import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useKeptForm } from './form-state.ts';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';

function Form({ opened = 'Rooftop' }: { readonly opened?: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  useKeptForm('venue', form, opened);
  return (
    <form ref={form}>
      {opened !== null && <input aria-label="Name" name="name" defaultValue={opened} />}
      <input aria-label="Password" name="password" type="password" />
    </form>
  );
}

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const text = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const signIn = (sub: string) => startSession(tokenWith({ sub, accountType: 'owner' }));
/** Ends the session while the form is open. */
const typeUntilTheEnd = () => {
  render(<Form />);
  type('Name', 'Terrace');
  type('Password', 'secret words');
  endSession();
  cleanup();
};

beforeEach(() => void signIn('maya'));
afterEach(() => {
  cleanup();
  endSession();
  sessionStorage.clear();
});

test('text that was typed when the session ended is in the form again, a password is not', () => {
  typeUntilTheEnd();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret words');
  signIn('maya');
  render(<Form />);
  expect(text('Name')).toBe('Terrace');
  expect(text('Password')).toBe('');
});

test('fields that are loaded after the form are filled in too', () => {
  typeUntilTheEnd();
  signIn('maya');
  const { rerender } = render(<Form opened={null} />);
  rerender(<Form />);
  expect(text('Name')).toBe('Terrace');
});

test('text that was saved or discarded is not filled in', () => {
  render(<Form />);
  type('Name', 'Terrace');
  cleanup();
  render(<Form />);
  expect(text('Name')).toBe('Rooftop');
});

test('another account gets nothing of what was typed', () => {
  typeUntilTheEnd();
  signIn('robin');
  render(<Form />);
  expect(text('Name')).toBe('Rooftop');
});

test('without an account, nothing is kept', () => {
  endSession();
  sessionStorage.clear();
  render(<Form />);
  type('Name', 'Terrace');
  cleanup();
  render(<Form />);
  expect(text('Name')).toBe('Rooftop');
});
