import type { TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { undoMessages } from '../../rules/messages.ts';
import { isSuperAdmin } from '../session/claims.ts';
import { useSession } from '../session/session.ts';
import { TextField } from '../ui/fields.tsx';
import { SaveState } from '../ui/save-state.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import styles from './saved-field.module.css';
import { useSavedField } from './use-saved-field.ts';
import type { SavedFieldRules } from './use-saved-field.ts';

interface SavedFieldProps extends Omit<SavedFieldRules, 'mayBeEmpty'> {
  readonly label: string;
  readonly mayBeEmpty?: boolean;
  /** Normalizes text while typing; unchanged by default. */
  readonly asTyped?: (text: string) => string;
  /** Follows the values of a change that is shown: `8.875% → 10%`. */
  readonly suffix?: string;
  readonly input?: Omit<TextInputProps, 'label'>;
}

/** True for texts of the same value, such as 9 and 9.0. */
const isSame = (stored: string, text: string): boolean =>
  stored === text.trim() || (text.trim() !== '' && Number(stored) === Number(text));

/** A text field that auto-saves and shows its save state. */
export function SavedField({
  label,
  mayBeEmpty = false,
  asTyped = (text) => text,
  suffix = '',
  input,
  ...rules
}: SavedFieldProps) {
  const field = useSavedField({ ...rules, mayBeEmpty });
  const { change } = field;
  const asShown = (value: string) => (value === '' ? undoMessages.none : `${value}${suffix}`);
  // A secret is not known here, so that it cannot be undone; nor is a value that somebody else has changed since.
  const known = change && !rules.secret && isSame(rules.stored, change.to) ? change : undefined;
  const saved = known && undoMessages.fromTo(asShown(known.from), asShown(rules.stored));
  const undo = () => {
    field.undo();
    box.current?.focus();
  };
  const box = useRef<HTMLInputElement>(null);
  const session = useSession();
  // A super admin sees a failure as an error; an owner sees the same text as a plain note.
  const inRed = session !== null && isSuperAdmin(session.claims);
  return (
    <div className={styles['field']}>
      <TextField
        ref={box}
        label={label}
        autoComplete="off"
        {...input}
        value={field.text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(inRed
          ? { error: field.error }
          : { description: field.error ? `Not saved. ${field.error}` : input?.description })}
        onChange={(event) => field.type(asTyped(event.currentTarget.value))}
        onBlur={field.leave}
        onKeyDown={({ key }) => {
          if (key === 'Enter') field.leave();
        }}
      />
      {field.conflict && <ConflictChoice field={field} onChosen={() => box.current?.focus()} />}
      <div className={styles['state']}>
        <SaveState
          status={field.status}
          saved={saved ?? (change && rules.secret ? undoMessages.secretChanged : undefined)}
          onUndo={known && undo}
        />
      </div>
    </div>
  );
}
