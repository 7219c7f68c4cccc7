import type { DragDropContextProps } from '@hello-pangea/dnd';
import { useState } from 'react';

interface DragList<Item> {
  readonly items: readonly Item[];
  readonly getId: (item: Item) => string;
  readonly getName: (item: Item) => string;
  readonly onMove: (from: number, to: number) => void;
}

const instructions =
  'Press space to lift it, the arrow keys to move it, space again to drop it, and Escape to leave it where it was.';

/** Events of a list that is reordered by dragging, with their announcements. */
export function useDragEvents<Item>({ items, getId, getName, onMove }: DragList<Item>): {
  /** Updates that arrive during a drag are deferred until the drop. */
  readonly shown: readonly Item[];
  readonly events: Omit<DragDropContextProps, 'children'>;
} {
  const [lifted, setLifted] = useState<readonly Item[] | null>(null);
  const shown = lifted ?? items;
  const count = shown.length;
  const nameAt = (index: number) => {
    const item = shown[index];
    return item === undefined ? '' : getName(item);
  };
  const drop = (from: number, to: number) => {
    setLifted(null);
    const item = shown[from];
    if (item === undefined || from === to) return;
    const now = items.findIndex((other) => getId(other) === getId(item));
    if (now >= 0) onMove(now, Math.min(to, items.length - 1));
  };
  return {
    shown,
    events: {
      dragHandleUsageInstructions: instructions,
      onDragStart: ({ source: { index } }, { announce }) => {
        setLifted(items);
        announce(`${nameAt(index)} is lifted from place ${index + 1} of ${count}.`);
      },
      onDragUpdate: ({ source, destination }, { announce }) => {
        announce(
          destination
            ? `${nameAt(source.index)} is over place ${destination.index + 1} of ${count}.`
            : `${nameAt(source.index)} is outside the list.`,
        );
      },
      onDragEnd: ({ source, destination, reason }, { announce }) => {
        const isMoved = reason === 'DROP' && destination !== null;
        const to = isMoved ? destination.index : source.index;
        announce(
          isMoved
            ? `${nameAt(source.index)} is now in place ${to + 1} of ${count}.`
            : `${nameAt(source.index)} is back in place ${to + 1} of ${count}.`,
        );
        drop(source.index, to);
      },
    },
  };
}
