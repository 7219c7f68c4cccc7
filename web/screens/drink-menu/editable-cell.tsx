import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { notify } from '../../ui/toasts.tsx';
import styles from './editable-cell.module.css';

interface EditableCellProps {
  /** What the field is, for those who hear it: 'Price of Negroni'. */
  readonly label: string;
  /** What is stored, as it is shown. */
  readonly value: string;
  /** What is wrong with a text, in a sentence; null when it can be saved. */
  readonly errorOf: (text: string) => string | null;
  /** Throws when it is refused; the old value then comes back. */
  readonly save: (text: string) => Promise<void>;
  readonly money?: boolean;
}

/** A cell that is typed into: Enter or leaving it saves, Escape restores, a refusal brings the old value back and says why. */
export function EditableCell({ label, value, errorOf, save, money = false }: EditableCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const restored = useRef(false);

  const commit = async () => {
    if (restored.current || typed === null || typed.trim() === value) return setTyped(null);
    const problem = errorOf(typed.trim());
    if (problem !== null) {
      setTyped(null);
      return notify(`${label} was not changed. ${problem}`, 'error');
    }
    setSaving(true);
    try {
      await save(typed.trim());
    } catch (error) {
      notify(`${label} was not changed. ${errorMessage(error)}`, 'error');
    } finally {
      setSaving(false);
      setTyped(null);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    restored.current = true;
    event.currentTarget.blur();
  };

  return (
    <div className={styles['cell']} data-money={money} data-saving={saving}>
      <input
        aria-label={label}
        className={styles['input']}
        value={typed ?? value}
        inputMode={money ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        readOnly={saving}
        onFocus={(event) => {
          restored.current = false;
          event.currentTarget.select();
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
