/** Part of the sortable list that depends on the drag-and-drop library. */
import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useDragEvents } from './drag-gestures.ts';

export type HandleProps = DraggableProvidedDragHandleProps;

export interface SortableDragProps<Item> {
  readonly label: string;
  readonly className: string;
  readonly items: readonly Item[];
  readonly getId: (item: Item) => string;
  readonly getName: (item: Item) => string;
  readonly row: (item: Item, index: number, dragProps: HandleProps | null) => ReactNode;
  readonly onMove: (from: number, to: number) => void;
}

export function SortableDrag<Item>(props: SortableDragProps<Item>) {
  const { label, className, getId, row } = props;
  const listId = useId();
  const { shown, events } = useDragEvents(props);
  return (
    <DragDropContext {...events}>
      <Droppable droppableId={listId}>
        {({ innerRef, droppableProps, placeholder }) => (
          <ul ref={innerRef} {...droppableProps} aria-label={label} className={className}>
            {shown.map((item, index) => (
              <Draggable
                key={getId(item)}
                draggableId={getId(item)}
                index={index}
                disableInteractiveElementBlocking
              >
                {({ innerRef: itemRef, draggableProps, dragHandleProps }, snapshot) => (
                  <li
                    ref={itemRef}
                    {...draggableProps}
                    data-item={getId(item)}
                    data-lifted={snapshot.isDragging}
                    data-dropping={snapshot.isDropAnimating}
                  >
                    {row(item, index, dragHandleProps)}
                  </li>
                )}
              </Draggable>
            ))}
            {placeholder}
          </ul>
        )}
      </Droppable>
    </DragDropContext>
  );
}
