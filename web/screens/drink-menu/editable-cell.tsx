import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { notify, withdrawNotice } from '../../ui/toasts.tsx';
import styles from './editable-cell.module.css';

interface EditableCellProps {
  /** Accessible name: 'Price of Negroni'. */
  readonly label: string;
  /** Stored value, as displayed. */
  readonly value: string;
  /** Error message for a text; null when it can be saved. */
  readonly errorOf: (text: string) => string | null;
  /** Throws when rejected; the old value is then restored. */
  readonly save: (text: string) => Promise<void>;
  readonly money?: boolean;
}

/** Editable cell: Enter or blur saves, Escape restores; a rejected value is reverted and the reason shown. */
export function EditableCell({ label, value, errorOf, save, money = false }: EditableCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const restored = useRef(false);

  const commit = async () => {
    if (restored.current || typed === null || typed.trim() === value) return setTyped(null);
    const problem = errorOf(typed.trim());
    if (problem !== null) {
      setTyped(null);
      return notify(`${label} was not changed. ${problem}`, 'error', label);
    }
    setSaving(true);
    try {
      await save(typed.trim());
      withdrawNotice(label);
    } catch (error) {
      notify(`${label} was not changed. ${errorMessage(error)}`, 'error', label);
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
