/**
 * The first lift of an item, by key, mouse or touch, while drag and drop is loading: noted on the list without it, and
 * repeated on the one with it, which takes its place even under a pointer that is held down.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

type Held =
  | { readonly by: 'key'; readonly keys: string[] }
  | { readonly by: 'mouse'; readonly from: Point; to: Point }
  | { readonly by: 'touch'; readonly touch: Touch; readonly target: EventTarget };

interface Lift {
  readonly id: string;
  readonly held: Held;
}

export interface FirstLift {
  /** Id of the item that is being lifted by its handle. */
  readonly liftedId: string | null;
  /** True while a pointer is held down on an item to be lifted. */
  readonly isHeld: () => boolean;
  /**
   * Takes the lift before the list is replaced.
   * @returns repeats it on the list that has taken its place
   */
  readonly take: () => () => void;
}

const keyCodes: Readonly<Record<string, number>> = { ' ': 32, ArrowUp: 38, ArrowDown: 40 };

/** How far a finger that rests may move, in pixels. */
const slackPx = 8;

/** How far the mouse has to move until the library lifts, in pixels. */
const liftPx = 5;

const pointOf = ({ clientX: x, clientY: y }: MouseEvent | Touch): Point => ({ x, y });

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Id of the item whose drag handle an event is on; null beside it, and where drag and drop is there. */
function liftedBy({ target }: Event): string | null {
  const grip = target instanceof Element ? target.closest('[data-grip]') : null;
  const item = grip?.closest<HTMLElement>('[data-item]:not([data-rfd-draggable-id])');
  return item?.dataset['item'] ?? null;
}

const dispatched = { bubbles: true, cancelable: true };

function repeatKeys(target: Element, keys: readonly string[]): void {
  for (const key of keys) {
    for (const type of ['keydown', 'keyup']) {
      const init = { ...dispatched, key, keyCode: keyCodes[key] ?? 0 };
      target.dispatchEvent(new KeyboardEvent(type, init));
    }
  }
}

function repeatMouse(target: Element, from: Point, to: Point): void {
  const send = (type: string, { x, y }: Point) =>
    target.dispatchEvent(new MouseEvent(type, { ...dispatched, clientX: x, clientY: y }));
  send('mousedown', from);
  if (distance(from, to) < liftPx) return;
  // Lifted where it was pressed, so that the item is as far from the mouse as it was then.
  send('mousemove', { x: from.x, y: from.y + liftPx });
  send('mousemove', to);
}

/** A touch belongs to the element where it began, also once that is removed: its events are passed on. */
function repeatTouch(target: Element, touch: Touch, origin: EventTarget): void {
  const ended = new AbortController();
  const send = (type: string, touches: readonly Touch[]): Event => {
    const event = new TouchEvent(type, {
      ...dispatched,
      touches: [...touches],
      changedTouches: [touch],
    });
    target.dispatchEvent(event);
    return event;
  };
  const passOn = (event: Event) => {
    if (!(event instanceof TouchEvent)) return;
    if (send(event.type, [...event.touches]).defaultPrevented) event.preventDefault();
    if (event.type !== 'touchmove') ended.abort();
  };
  for (const type of ['touchmove', 'touchend', 'touchcancel']) {
    origin.addEventListener(type, passOn, { passive: false, signal: ended.signal });
  }
  send('touchstart', [touch]);
}

function repeatLift(frame: HTMLElement, { id, held }: Lift): void {
  const target = frame.querySelector(`[data-item="${CSS.escape(id)}"] [data-grip]`);
  if (!target) return;
  if (held.by === 'key') repeatKeys(target, held.keys);
  if (held.by === 'mouse') repeatMouse(target, held.from, held.to);
  if (held.by === 'touch') repeatTouch(target, held.touch, held.target);
}

/** @param onChange called with the lift that is noted, and with null when it is over */
function noteLifts(frame: HTMLElement, onChange: (lift: Lift | null) => void): () => void {
  let lift: Lift | null = null;
  const note = (next: Lift | null) => {
    if (lift === next) return;
    lift = next;
    onChange(next);
  };
  const forget = (by: Held['by']) => () => {
    if (lift?.held.by === by) note(null);
  };
  const listening = new AbortController();
  const { signal } = listening;

  const press = (event: KeyboardEvent) => {
    const id = liftedBy(event);
    const { key } = event;
    if (id === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (lift === null && key === ' ') {
      event.preventDefault();
      if (!event.repeat) note({ id, held: { by: 'key', keys: [key] } });
    } else if (lift?.held.by === 'key') {
      if (key === 'Escape') note(null);
      if (!(key in keyCodes)) return;
      event.preventDefault();
      lift.held.keys.push(key);
    }
  };
  frame.addEventListener('keydown', press, { signal });
  frame.addEventListener('focusout', forget('key'), { signal });

  const down = (event: MouseEvent) => {
    const id = liftedBy(event);
    if (id === null || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    note({ id, held: { by: 'mouse', from: pointOf(event), to: pointOf(event) } });
  };
  const move = (event: MouseEvent) => {
    if (lift?.held.by === 'mouse') lift.held.to = pointOf(event);
  };
  frame.addEventListener('mousedown', down, { signal });
  addEventListener('mousemove', move, { signal });
  addEventListener('mouseup', forget('mouse'), { signal });

  const touchDown = (event: TouchEvent) => {
    note(null);
    const id = liftedBy(event);
    const { target, touches } = event;
    const [touch] = touches;
    if (id === null || !touch || touches.length > 1 || !target) return;
    note({ id, held: { by: 'touch', touch, target } });
  };
  const touchMove = ({ touches: [touch] }: TouchEvent) => {
    if (lift?.held.by !== 'touch' || !touch) return;
    if (distance(pointOf(lift.held.touch), pointOf(touch)) > slackPx) note(null);
  };
  frame.addEventListener('touchstart', touchDown, { passive: true, signal });
  frame.addEventListener('touchmove', touchMove, { passive: true, signal });
  for (const type of ['touchend', 'touchcancel'] as const) {
    frame.addEventListener(type, forget('touch'), { signal });
  }
  return () => listening.abort();
}

/** @param frame around the list, which stays when the list is replaced */
export function useFirstLift(frame: RefObject<HTMLElement | null>): FirstLift {
  const [liftedId, setLiftedId] = useState<string | null>(null);
  const noted = useRef<(Lift & { readonly repeat: () => void }) | null>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    return noteLifts(current, (lift) => {
      noted.current = lift && { ...lift, repeat: () => repeatLift(current, lift) };
      setLiftedId(lift?.id ?? null);
    });
  }, [frame]);
  const isHeld = useCallback(() => noted.current !== null && noted.current.held.by !== 'key', []);
  const take = useCallback(() => {
    const lift = noted.current;
    noted.current = null;
    setLiftedId(null);
    return () => lift?.repeat();
  }, []);
  return { liftedId, isHeld, take };
}
