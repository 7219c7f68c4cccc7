import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeAfterPointerUp } from './sortable-list.tsx';

let show: (text: string) => void = () => undefined;

function Shown() {
  const [text, setText] = useState('before');
  useEffect(() => {
    show = setText;
  }, []);
  return <p>{text}</p>;
}

const shown = () => screen.getByRole('paragraph').textContent;
const change = (isInUse = () => false) => changeAfterPointerUp(() => show('after'), { isInUse });

beforeEach(() => {
  vi.useFakeTimers();
  render(<Shown />);
});

test('what changes while nothing is held down is rendered before the next event', () => {
  void change();
  expect(shown()).toBe('after');
});

test('a change waits for the release of a button, and for that of the next press where it follows at once', async () => {
  fireEvent.pointerDown(document.body);
  void change();
  fireEvent.pointerUp(document.body);
  expect(shown(), 'before the click').toBe('before');
  fireEvent.pointerDown(document.body);
  await vi.runAllTimersAsync();
  expect(shown(), 'pressed again').toBe('before');
  fireEvent.pointerUp(document.body);
  await vi.runAllTimersAsync();
  expect(shown()).toBe('after');
});

test('a change waits while what it replaces is in use', async () => {
  let inUse = true;
  void change(() => inUse);
  fireEvent.keyDown(document.body);
  fireEvent.keyUp(document.body);
  await vi.runAllTimersAsync();
  expect(shown()).toBe('before');
  inUse = false;
  fireEvent.pointerUp(document.body);
  await vi.runAllTimersAsync();
  expect(shown()).toBe('after');
});
