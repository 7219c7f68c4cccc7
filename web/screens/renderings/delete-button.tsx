import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { renderingMessages } from '../../../rules/renderings/rendering-messages.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './delete-button.module.css';

const PopUp = lazyPart(() => import('../../ui/pop-up.tsx'));

interface DeleteButtonProps {
  readonly venueName: string;
  readonly disabled: boolean;
  readonly onDelete: () => void;
}

/** Delete button with confirmation. */
export function DeleteButton({ venueName, disabled, onDelete }: DeleteButtonProps) {
  const [isPending, setPending] = useState(false);
  const confirmationId = useId();
  const confirm = () => {
    setPending(false);
    onDelete();
  };
  return (
    <span className={styles['place']}>
      <ActionIcon
        aria-label={`Delete the rendering of ${venueName}`}
        aria-expanded={isPending}
        disabled={disabled}
        onClick={() => setPending((was) => !was)}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
      {isPending && (
        <Suspense fallback={null}>
          <PopUp
            position="bottom-end"
            width={280}
            labelledBy={confirmationId}
            onClose={() => setPending(false)}
          >
            <p id={confirmationId} className={styles['question']}>
              {renderingMessages.confirmDelete(venueName)}
            </p>
            <Button color="red" size="sm" fullWidth onClick={confirm}>
              Delete
            </Button>
          </PopUp>
        </Suspense>
      )}
    </span>
  );
}
