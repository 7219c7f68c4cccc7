/** Part of a long sortable list that renders only the items near the window. */
import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import type { DraggableProvided, DraggableStateSnapshot } from '@hello-pangea/dnd';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { onReveal } from './reveal.ts';
import type { SortableDragProps } from './sortable-drag.tsx';
import { useDragEvents } from './use-drag-events.ts';

interface SortableWindowProps<Item> extends SortableDragProps<Item> {
  readonly isFixed: boolean;
  /** Usual height of an item, in pixels. */
  readonly usualPx: number;
}

/** Distance of the list from the top of the page, which changes with what is above it. */
function useTop(list: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!list.current) return;
    const now = Math.round(list.current.getBoundingClientRect().top + window.scrollY);
    if (now !== top) setTop(now);
  });
  return top;
}

/** Screen readers learn the number of all items and the number of each from ARIA attributes. */
export function SortableWindow<Item>(props: SortableWindowProps<Item>) {
  const { label, className, getId, row, isFixed, usualPx } = props;
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { shown, events } = useDragEvents(props);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const top = useTop(list);
  const indexOf = (id: string | null) => shown.findIndex((item) => getId(item) === id);
  const focused = indexOf(focusedId);
  // oxlint-disable-next-line react-compiler/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: shown.length,
    estimateSize: () => usualPx,
    overscan: 8,
    scrollMargin: top,
    useFlushSync: false,
    getItemKey: (index) => {
      const item = shown[index];
      return item === undefined ? index : getId(item);
    },
    // The focused item stays, or the focus would be lost.
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), ...(focused < 0 ? [] : [focused])]),
    ],
  });

  useEffect(() =>
    onReveal((id) => {
      const index = indexOf(id);
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' });
    }),
  );

  const item = (
    index: number,
    { innerRef, draggableProps, dragHandleProps }: DraggableProvided,
    { isDragging, isDropAnimating }: DraggableStateSnapshot,
    place: CSSProperties,
    measured: boolean,
  ) => {
    const one = shown[index];
    return one === undefined ? null : (
      <li
        {...draggableProps}
        ref={(element) => {
          innerRef(element);
          if (measured) virtualizer.measureElement(element);
        }}
        style={{ ...place, ...draggableProps.style }}
        data-index={index}
        data-item={getId(one)}
        data-lifted={isDragging}
        data-dropping={isDropAnimating}
        aria-setsize={shown.length}
        aria-posinset={index + 1}
      >
        {row(one, index, dragHandleProps)}
      </li>
    );
  };

  return (
    <DragDropContext {...events}>
      <Droppable
        droppableId={listId}
        mode="virtual"
        getContainerForClone={() => list.current ?? document.body}
        renderClone={(provided, snapshot, { source: { index } }) =>
          item(index, provided, snapshot, {}, false)
        }
      >
        {({ innerRef, droppableProps }) => (
          <ul
            {...droppableProps}
            ref={(element) => {
              innerRef(element);
              list.current = element;
            }}
            aria-label={label}
            className={className}
            style={{ position: 'relative', height: virtualizer.getTotalSize() }}
            onFocus={({ target }) =>
              setFocusedId(target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null)
            }
            onBlur={() => setFocusedId(null)}
          >
            {virtualizer.getVirtualItems().map(({ key, index, start }) => (
              <Draggable
                key={key}
                draggableId={String(key)}
                index={index}
                isDragDisabled={isFixed}
                disableInteractiveElementBlocking
              >
                {(provided, snapshot) =>
                  item(
                    index,
                    provided,
                    snapshot,
                    { position: 'absolute', top: start - top, left: 0, width: '100%' },
                    true,
                  )
                }
              </Draggable>
            ))}
          </ul>
        )}
      </Droppable>
    </DragDropContext>
  );
}
