import type { TextInputProps } from '@mantine/core';
import { useRef } from 'react';
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
  readonly input?: Omit<TextInputProps, 'label'>;
}

/** A text field that auto-saves and shows its save state. */
export function SavedField({
  label,
  mayBeEmpty = false,
  asTyped = (text) => text,
  input,
  ...rules
}: SavedFieldProps) {
  const field = useSavedField({ ...rules, mayBeEmpty });
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
      />
      {field.conflict && <ConflictChoice field={field} onChosen={() => box.current?.focus()} />}
      <div className={styles['state']}>
        <SaveState status={field.status} />
      </div>
    </div>
  );
}
