import type { FluidDragActions, SensorAPI } from '@hello-pangea/dnd';
import { useEffect } from 'react';

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
