import { Button } from '@mantine/core';
import { venueMessages } from '../../rules/messages.ts';
import styles from './saved-field.module.css';

interface ConflictChoiceProps {
  readonly field: { readonly takeTheirs: () => void; readonly keepMine: () => void };
  /** Called after the choice, when its buttons are about to disappear. */
  readonly onChosen: () => void;
}

/** Choice between the value of another user, which is stored, and the typed one. */
export function ConflictChoice({ field, onChosen }: ConflictChoiceProps) {
  const choice = (text: string, choose: () => void) => (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => {
        choose();
        onChosen();
      }}
    >
      {text}
    </Button>
  );
  return (
    <div className={styles['choice']}>
      {choice(venueMessages.takeTheirs, field.takeTheirs)}
      {choice(venueMessages.keepMine, field.keepMine)}
    </div>
  );
}
