import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, lazy, useId, useState } from 'react';
import { renderingMessages } from '../../../rules/messages.ts';
import styles from './delete-button.module.css';

const PopUp = lazy(() => import('../../ui/pop-up.tsx'));

interface DeleteButtonProps {
  readonly venueName: string;
  readonly disabled: boolean;
  readonly onDelete: () => void;
}

/** Delete button with confirmation. */
export function DeleteButton({ venueName, disabled, onDelete }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const questionId = useId();
  const confirm = () => {
    setAsking(false);
    onDelete();
  };
  return (
    <span className={styles['place']}>
      <ActionIcon
        aria-label={`Delete the rendering of ${venueName}`}
        aria-expanded={isAsking}
        disabled={disabled}
        onClick={() => setAsking((was) => !was)}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
      {isAsking && (
        <Suspense fallback={null}>
          <PopUp
            position="bottom-end"
            width={280}
            labelledBy={questionId}
            onClose={() => setAsking(false)}
          >
            <p id={questionId} className={styles['question']}>
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
