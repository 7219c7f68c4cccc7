import type { DragDropContextProps } from '@hello-pangea/dnd';
import { useRef, useState } from 'react';
import { useLongPress } from './use-long-press.ts';

interface DragList<Item> {
  readonly items: readonly Item[];
  readonly getId: (item: Item) => string;
  readonly getName: (item: Item) => string;
  readonly onMove: (from: number, to: number) => void;
}

const instructions =
  'Press space to lift it, the arrow keys to move it, space again to drop it, and Escape to leave it where it was.';

/** Besides those of the library. */
const sensors = [useLongPress];

const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;

/**
 * Place at the end of the list over which an item has left it: first above it, last below it, null beside it. The
 * library knows only that the item is outside.
 */
function endPassed(id: string, count: number): number | null {
  const item = document.querySelector(`[data-rfd-draggable-id="${CSS.escape(id)}"]`);
  const list = item?.closest('ul')?.getBoundingClientRect();
  if (!item || !list) return null;
  const height = middle(item.getBoundingClientRect());
  if (height < list.top) return 0;
  return height > list.bottom ? count - 1 : null;
}

/** Events of a list that is reordered by dragging, with their announcements. */
export function useDragEvents<Item>({ items, getId, getName, onMove }: DragList<Item>): {
  /** Updates that arrive during a drag are deferred until the drop. */
  readonly shown: readonly Item[];
  readonly events: Omit<DragDropContextProps, 'children'>;
} {
  const [lifted, setLifted] = useState<readonly Item[] | null>(null);
  /** Place at the end that the lifted item has passed. */
  const passed = useRef<number | null>(null);
  const shown = lifted ?? items;
  const count = shown.length;
  // By the id, since an update may arrive between the lift and its event, and change the places.
  const nameOf = (id: string) => {
    const item = shown.find((one) => getId(one) === id);
    return item === undefined ? '' : getName(item);
  };
  const move = (id: string, to: number) => {
    const now = items.findIndex((item) => getId(item) === id);
    if (now >= 0) onMove(now, Math.min(to, items.length - 1));
  };
  return {
    shown,
    events: {
      sensors,
      dragHandleUsageInstructions: instructions,
      onDragStart: ({ draggableId, source: { index } }, { announce }) => {
        setLifted(items);
        passed.current = null;
        announce(`${nameOf(draggableId)} is lifted from place ${index + 1} of ${count}.`);
      },
      onDragUpdate: ({ draggableId, destination }, { announce }) => {
        passed.current = destination ? null : endPassed(draggableId, count);
        const over = destination?.index ?? passed.current;
        announce(
          over !== null
            ? `${nameOf(draggableId)} is over place ${over + 1} of ${count}.`
            : `${nameOf(draggableId)} is outside the list.`,
        );
      },
      onDragEnd: ({ draggableId, source, destination, reason }, { announce }) => {
        const target = reason === 'DROP' ? (destination?.index ?? passed.current) : null;
        const isMoved = target !== null;
        const to = target ?? source.index;
        announce(
          isMoved
            ? `${nameOf(draggableId)} is now in place ${to + 1} of ${count}.`
            : `${nameOf(draggableId)} is back in place ${to + 1} of ${count}.`,
        );
        setLifted(null);
        if (to !== source.index) move(draggableId, to);
      },
    },
  };
}
