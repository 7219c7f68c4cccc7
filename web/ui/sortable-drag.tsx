/** Part of the sortable list that depends on the drag-and-drop library. */
import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';

export type HandleProps = DraggableProvidedDragHandleProps;

interface SortableDragProps<Item> {
  readonly label: string;
  readonly className: string;
  readonly items: readonly Item[];
  readonly getId: (item: Item) => string;
  readonly getName: (item: Item) => string;
  readonly row: (item: Item, index: number, dragProps: HandleProps | null) => ReactNode;
  readonly onMove: (from: number, to: number) => void;
}

const instructions =
  'Press space to lift it, the arrow keys to move it, space again to drop it, and Escape to leave it where it was.';

export function SortableDrag<Item>({
  label,
  className,
  items,
  getId,
  getName,
  row,
  onMove,
}: SortableDragProps<Item>) {
  const listId = useId();
  // Updates that arrive during a drag are deferred until the drop.
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

  return (
    <DragDropContext
      dragHandleUsageInstructions={instructions}
      onDragStart={({ source: { index } }, { announce }) => {
        setLifted(items);
        announce(`${nameAt(index)} is lifted from place ${index + 1} of ${count}.`);
      }}
      onDragUpdate={({ source, destination }, { announce }) => {
        announce(
          destination
            ? `${nameAt(source.index)} is over place ${destination.index + 1} of ${count}.`
            : `${nameAt(source.index)} is outside the list.`,
        );
      }}
      onDragEnd={({ source, destination, reason }, { announce }) => {
        const isMoved = reason === 'DROP' && destination !== null;
        const to = isMoved ? destination.index : source.index;
        announce(
          isMoved
            ? `${nameAt(source.index)} is now in place ${to + 1} of ${count}.`
            : `${nameAt(source.index)} is back in place ${to + 1} of ${count}.`,
        );
        drop(source.index, to);
      }}
    >
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
