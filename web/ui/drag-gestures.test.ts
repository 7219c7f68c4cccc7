import type { DragStart, DragUpdate, DropResult } from '@hello-pangea/dnd';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useDragEvents } from './drag-gestures.ts';

const moved = vi.fn<(from: number, to: number) => void>();
const announce = vi.fn<(text: string) => void>();

afterEach(() => {
  document.body.replaceChildren();
  moved.mockReset();
  announce.mockReset();
});

/** A list from 100 to 400 pixels, whose second item is held with its middle at a height. */
function showList(height: number): void {
  document.body.innerHTML = '<ul><li data-rfd-draggable-id="Rum"></li></ul>';
  const at = (selector: string, top: number, bottom: number) => {
    const element = document.querySelector(selector);
    if (element) element.getBoundingClientRect = () => new DOMRect(0, top, 300, bottom - top);
  };
  at('ul', 100, 400);
  at('li', height - 50, height + 50);
}

const home = { droppableId: 'list', index: 1 };
const drag: DragStart = { draggableId: 'Rum', type: 'DEFAULT', mode: 'FLUID', source: home };

/** Drags the second of three items out of the list, and drops it there. */
function dropAt(height: number, reason: DropResult['reason'] = 'DROP', back = false): void {
  showList(height);
  const { result } = renderHook(() =>
    useDragEvents({
      items: ['Gin', 'Rum', 'Rye'],
      getId: (name) => name,
      getName: (name) => name,
      onMove: moved,
    }),
  );
  const provided = { announce };
  const outside: DragUpdate = { ...drag, destination: null, combine: null };
  act(() => result.current.events.onDragStart?.(drag, provided));
  act(() => result.current.events.onDragUpdate?.(outside, provided));
  const inside = { ...outside, destination: home };
  if (back) act(() => result.current.events.onDragUpdate?.(inside, provided));
  const end = { ...(back ? inside : outside), reason };
  act(() => result.current.events.onDragEnd(end, provided));
}

test.each([
  ['above the first one becomes first', 40, 0],
  ['below the last one becomes last', 460, 2],
])('an item dropped %s', (_, height, to) => {
  dropAt(height);
  expect(moved.mock.calls).toEqual([[1, to]]);
  expect(announce).toHaveBeenCalledWith(`Rum is over place ${to + 1} of 3.`);
  expect(announce).toHaveBeenLastCalledWith(`Rum is now in place ${to + 1} of 3.`);
});

test('an item dropped beside the list, taken back or cancelled stays where it was', () => {
  dropAt(250);
  dropAt(40, 'DROP', true);
  dropAt(40, 'CANCEL');
  expect(moved).not.toHaveBeenCalled();
  expect(announce).toHaveBeenLastCalledWith('Rum is back in place 2 of 3.');
});
