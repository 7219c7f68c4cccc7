import type { DragDropContextProps, FluidDragActions, SensorAPI } from '@hello-pangea/dnd';
import { useEffect, useRef, useState } from 'react';

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

/** How long a finger rests on an item until it is lifted, in milliseconds. A shorter rest begins a scroll. */
const restMs = 400;

/** How far a resting finger may move, in pixels. */
const slackPx = 8;

const item = '[data-rfd-draggable-id]';

/** What has a touch of its own; the drag handle, a button, lifts after a shorter time. */
const controls = 'a, button, input, select, textarea, label, summary, dialog, [role="dialog"]';

const pointOf = ({ clientX: x, clientY: y }: Touch) => ({ x, y });

/** Id of the item that is touched outside of its controls, by one finger. */
function touchedItem({ target, touches }: TouchEvent): string | null {
  if (touches.length !== 1 || !(target instanceof Element) || target.closest(controls)) return null;
  return target.closest<HTMLElement>(item)?.dataset['rfdDraggableId'] ?? null;
}

/** Sensor of the drag-and-drop library: a long press anywhere on an item lifts it on a touch screen. */
export function useLongPress(api: SensorAPI): void {
  useEffect(() => {
    let resting: { timer: number; x: number; y: number } | null = null;
    let drag: FluidDragActions | null = null;

    const forget = () => {
      if (resting) clearTimeout(resting.timer);
      [resting, drag] = [null, null];
    };
    const cancel = () => {
      drag?.cancel();
      forget();
    };
    const start = (event: TouchEvent) => {
      cancel();
      const [touch] = event.touches;
      const id = touchedItem(event);
      // Each list on a screen has a sensor of its own.
      if (!touch || id === null || api.findOptionsForDraggable(id) === null) return;
      const point = pointOf(touch);
      const lift = () => {
        resting = null;
        drag = api.tryGetLock(id, forget)?.fluidLift(point) ?? null;
      };
      resting = { ...point, timer: window.setTimeout(lift, restMs) };
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!touch) return;
      const { x, y } = pointOf(touch);
      if (resting && Math.hypot(x - resting.x, y - resting.y) > slackPx) forget();
      if (!drag) return;
      // The page would scroll.
      event.preventDefault();
      drag.move({ x, y });
    };
    const end = (event: TouchEvent) => {
      if (drag) event.preventDefault();
      drag?.drop({ shouldBlockNextClick: true });
      forget();
    };
    const scroll = () => {
      if (resting) forget();
    };
    const preventMenu = (event: Event) => {
      if (resting || drag) event.preventDefault();
    };

    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('touchstart', start, { passive: true, signal });
    // Not passive from the beginning: Safari ignores what is added during a touch.
    addEventListener('touchmove', move, { passive: false, signal });
    addEventListener('touchend', end, { passive: false, signal });
    addEventListener('touchcancel', cancel, { signal });
    addEventListener('scroll', scroll, { signal });
    addEventListener('contextmenu', preventMenu, { signal });
    return () => {
      cancel();
      listening.abort();
    };
  }, [api]);
}
