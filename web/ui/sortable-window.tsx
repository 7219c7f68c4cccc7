/** Part of a long sortable list that renders only the items near the window. */
import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import type { DraggableProvided, DraggableStateSnapshot } from '@hello-pangea/dnd';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { CSSProperties } from 'react';
import { onReveal } from './keep-focus.ts';
import type { SortableDragProps } from './sortable-drag.tsx';
import { useDragEvents } from './drag-gestures.ts';
import styles from './sortable-list.module.css';

interface SortableWindowProps<Item> extends SortableDragProps<Item> {
  readonly isFixed: boolean;
  /** Usual height of an item, in pixels. */
  readonly usualPx: number;
}

function subscribe(changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(document.body);
  return () => observer.disconnect();
}

/** Distance of the list from the top of the page, which changes with what is above it. */
const useTop = (list: HTMLElement | null): number =>
  useSyncExternalStore(subscribe, () =>
    list ? Math.round(list.getBoundingClientRect().top + window.scrollY) : 0,
  );

/** Id of the item that has the focus. */
function useFocusedId(list: HTMLElement | null): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const item = target instanceof Element && target.closest<HTMLElement>('[data-item]');
      setId((item && item.dataset['item']) || null);
    };
    const forget = () => setId(null);
    list?.addEventListener('focusin', follow);
    list?.addEventListener('focusout', forget);
    return () => {
      list?.removeEventListener('focusin', follow);
      list?.removeEventListener('focusout', forget);
    };
  }, [list]);
  return id;
}

/** Screen readers learn the number of all items and the number of each from ARIA attributes. */
export function SortableWindow<Item>(props: SortableWindowProps<Item>) {
  const { label, className, getId, row, isFixed, usualPx } = props;
  const listId = useId();
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const { shown, events } = useDragEvents(props);
  const focusedId = useFocusedId(list);
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
        getContainerForClone={() => list ?? document.body}
        renderClone={(provided, snapshot, { source: { index } }) =>
          item(index, provided, snapshot, {}, false)
        }
      >
        {({ innerRef, droppableProps }) => (
          <div className={styles['window']}>
            <ul
              {...droppableProps}
              ref={(element) => {
                innerRef(element);
                if (element) setList(element);
              }}
              aria-label={label}
              className={className}
              style={{ position: 'relative', height: virtualizer.getTotalSize() }}
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
          </div>
        )}
      </Droppable>
    </DragDropContext>
  );
}
