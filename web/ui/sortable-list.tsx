/** List that is reordered by drag and drop, by keyboard, and by buttons that move an item one step. */
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { openModals } from './dialog.tsx';
import type { MenuAction } from './action-list.tsx';
import type * as Layer from './sortable-drag.tsx';
import type { HandleProps } from './sortable-drag.tsx';
import type * as WindowLayer from './sortable-window.tsx';
import { type FirstLift, useFirstLift } from './first-lift.ts';
import { loadBeforePress } from './lazy-dialog.tsx';
import styles from './sortable-list.module.css';

interface SortableListProps<Item> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly getId: (item: Item) => string;
  /** Name of an item in button labels and announcements. */
  readonly getName: (item: Item) => string;
  /**
   * @param handle drag handle to place in the item
   * @param steps moves by one, for a menu; empty when the order is fixed
   */
  readonly renderItem: (item: Item, handle: ReactNode, steps: readonly MenuAction[]) => ReactNode;
  readonly onMove: (from: number, to: number) => void;
  /** True when the items are shown in another order, which cannot be changed. */
  readonly isFixed?: boolean;
  /** True when the items have a menu with the moves by one, so that the handle has no buttons for them. */
  readonly hasMenus?: boolean;
  /** True for rows that touch each other. */
  readonly isDense?: boolean;
  /** Usual height of an item with its distance to the next, in pixels. */
  readonly usualPx?: number;
}

const uses = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/** Resolves when the page is used for the first time, with the pointer, by touch or by keyboard. */
const firstUse = new Promise<void>((resolve) => {
  for (const use of uses) addEventListener(use, () => resolve(), { once: true, passive: true });
});

/** Drag and drop is shown when the page is used, not with the list, whose markup is the same without it. */
let arrived: typeof Layer | undefined;
const importLayer = () => import('./sortable-drag.tsx');
async function fetchLayer(): Promise<void> {
  await firstUse;
  // Without it, the buttons still work.
  arrived = await importLayer().catch(() => undefined);
}
const arriving = fetchLayer();
loadBeforePress(importLayer);

/** From this number of items on, only those near the window are rendered. */
const windowedFrom = 60;

/** Items of a long list that are rendered until the code for windowing is loaded. */
const firstItems = 20;

type Windowing = typeof WindowLayer | 'loading' | 'failed';
let windowing: Windowing = 'loading';

/** Loaded for the first long list. */
function useWindowing(
  isLong: boolean,
  { isHeld, take }: Pick<FirstLift, 'isHeld' | 'take'>,
): Windowing {
  const [now, setNow] = useState(windowing);
  useEffect(() => {
    if (!isLong || now !== 'loading') return;
    const load = async () => {
      windowing = await import('./sortable-window.tsx').catch(() => 'failed' as const);
      await changeAfterPointerUp(
        () => {
          const repeat = take();
          setNow(windowing);
          return repeat;
        },
        { isHeld },
      );
    };
    void load();
  }, [isLong, now, isHeld, take]);
  return now;
}

/** What can have the focus: the item itself too, after it was saved. */
const controls = 'article, a, button, input';

/** Preserves the focus while elements move or are remounted. */
function usePersistedFocus() {
  const frame = useRef<HTMLDivElement>(null);
  const kept = useRef<{ id: string; control: number } | null>(null);
  useLayoutEffect(() => {
    if (!kept.current) return;
    const { id, control } = kept.current;
    kept.current = null;
    const item = frame.current?.querySelector(`[data-item="${CSS.escape(id)}"]`);
    item?.querySelectorAll<HTMLElement>(controls)[control]?.focus();
  });
  const keep = useCallback(() => {
    const { activeElement } = document;
    const item = activeElement?.closest<HTMLElement>('[data-item]');
    if (!activeElement || !item || !frame.current?.contains(item)) return;
    kept.current = {
      id: item.dataset['item'] ?? '',
      control: [...item.querySelectorAll(controls)].indexOf(activeElement),
    };
  }, []);
  return { frame, keep };
}

/** True while a menu of an item or a dialog is open, which would be closed with the list or return its focus there. */
const isInUse = (frame: HTMLElement | null): boolean =>
  openModals.get().length > 0 || frame?.querySelector('[aria-expanded="true"]') != null;

/** @param beforeChange called just before the list is remounted with drag and drop */
function useDragging(
  frame: RefObject<HTMLElement | null>,
  beforeChange: () => void,
  { isHeld, take }: Pick<FirstLift, 'isHeld' | 'take'>,
) {
  const [layer, setLayer] = useState(arrived);
  useEffect(() => {
    if (layer) return;
    const show = async () => {
      await arriving;
      await changeAfterPointerUp(
        () => {
          beforeChange();
          const repeat = take();
          setLayer(arrived);
          return repeat;
        },
        { isInUse: () => isInUse(frame.current), isHeld },
      );
    };
    void show();
  }, [layer, frame, beforeChange, isHeld, take]);
  return layer;
}

type Step = 'up' | 'down';

interface HandleParts {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly dragProps: HandleProps | null;
  readonly onStep: (step: Step) => void;
  readonly hasButtons: boolean;
}

function Handle({ name, isFirst, isLast, dragProps, onStep, hasButtons }: HandleParts) {
  const grip = (
    <button
      type="button"
      {...dragProps}
      data-grip
      aria-label={`Drag ${name}`}
      className={styles['grip']}
    >
      <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
  if (!hasButtons) return <span className={styles['handle']}>{grip}</span>;
  return (
    <span className={styles['handle']}>
      {grip}
      {/* At the ends the buttons are marked as disabled but remain focusable, or the focus would be lost. */}
      <button
        type="button"
        aria-label={`Move up ${name}`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onStep('up')}
      >
        <IconChevronUp size={18} stroke={1.6} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Move down ${name}`}
        aria-disabled={isLast}
        onClick={() => !isLast && onStep('down')}
      >
        <IconChevronDown size={18} stroke={1.6} aria-hidden="true" />
      </button>
    </span>
  );
}

export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, getId, getName, renderItem, onMove } = props;
  const { isFixed = false, hasMenus = false, isDense = false, usualPx = 64 } = props;
  const { frame, keep } = usePersistedFocus();
  const isLong = items.length >= windowedFrom;
  const first = useFirstLift(frame);
  const layer = useDragging(frame, keep, first);
  const windowed = useWindowing(isLong, first);
  const [reported, setReported] = useState('');

  const row = (item: Item, index: number, dragProps: HandleProps | null) => {
    if (isFixed) return renderItem(item, null, []);
    const [isFirst, isLast] = [index === 0, index === items.length - 1];
    const step = (direction: Step) => {
      const to = direction === 'up' ? index - 1 : index + 1;
      // Moving an element in the DOM removes its focus.
      keep();
      setReported(`${getName(item)} is now in place ${to + 1} of ${items.length}.`);
      onMove(index, to);
    };
    const handle = (
      <Handle
        name={getName(item)}
        isFirst={isFirst}
        isLast={isLast}
        dragProps={dragProps}
        onStep={step}
        hasButtons={!hasMenus}
      />
    );
    return renderItem(item, handle, [
      { label: 'Move up', isDisabled: isFirst, onSelect: () => step('up') },
      { label: 'Move down', isDisabled: isLast, onSelect: () => step('down') },
    ]);
  };
  const shared = { label, items, getId, getName, row, onMove, className: styles['list'] ?? '' };
  return (
    <div ref={frame} data-dense={isDense} className={styles['frame']}>
      {isLong && typeof windowed === 'object' ? (
        <windowed.SortableWindow {...shared} isFixed={isFixed} usualPx={usualPx} />
      ) : layer && !isFixed && !(isLong && windowed === 'loading') ? (
        <layer.SortableDrag {...shared} />
      ) : (
        <ul aria-label={label} className={styles['list']}>
          {items
            .slice(0, isLong && windowed === 'loading' ? firstItems : items.length)
            .map((item, index) => (
              <li
                key={getId(item)}
                data-item={getId(item)}
                data-lifted={first.liftedId === getId(item)}
              >
                {row(item, index, null)}
              </li>
            ))}
        </ul>
      )}
      <output className="sr-only">{reported}</output>
    </div>
  );
}

// Replaces elements only while no button or key is held down: a click is lost if its element is replaced under it.

const presses = ['pointerdown', 'keydown'] as const;
const releases = ['pointerup', 'pointercancel', 'keyup'] as const;

let pressed = false;
const isPressed = () => pressed;
let waiting: (() => void)[] = [];

for (const event of presses) {
  addEventListener(event, () => (pressed = true), { capture: true, passive: true });
}
for (const event of releases) {
  addEventListener(
    event,
    () => {
      pressed = false;
      // After the click that the release causes.
      for (const go of waiting) setTimeout(go);
      waiting = [];
    },
    { capture: true, passive: true },
  );
}

const nextRelease = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));

interface ChangeAfter {
  /** True while what is replaced is in use; read again after each release. */
  readonly isInUse?: () => boolean;
  /** True while what is held down goes on after the change. */
  readonly isHeld?: () => boolean;
}

const no = () => false;

/**
 * Runs `change`, which sets states, once nothing is held down and nothing is in use. What changes is rendered at once, as
 * a press could begin before a later rendering.
 * @param change may return what is to be done after the rendering
 */
export async function changeAfterPointerUp(
  change: () => (() => void) | void,
  { isInUse = no, isHeld = no }: ChangeAfter = {},
): Promise<void> {
  while ((isPressed() && !isHeld()) || isInUse()) await nextRelease();
  flushSync(change)?.();
}
