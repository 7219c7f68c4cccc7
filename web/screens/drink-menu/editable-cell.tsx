import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { venueMessages } from '../../../rules/messages.ts';
import { errorMessage, isConflict } from '../../api/api-error.ts';
import styles from './editable-cell.module.css';

interface EditableCellProps {
  /** Accessible name: 'Price of Negroni'. */
  readonly label: string;
  /** Name of its column; Enter moves to the next cell of the column. */
  readonly column: string;
  /** Stored value, as displayed. */
  readonly value: string;
  /** Error message for a text; null when it can be saved. */
  readonly errorOf: (text: string) => string | null;
  /** Throws when rejected. */
  readonly save: (text: string) => Promise<void>;
  readonly money?: boolean;
  /** Shown below the value. */
  readonly note?: ReactNode;
}

interface Refusal {
  readonly why: string;
  /** True when another user has changed the value: leaving the cell sends nothing. */
  readonly conflict: boolean;
}

/** The next cell of the column, or the same one at the end of the page. */
function cellBelow(input: HTMLInputElement): HTMLInputElement {
  const column = input.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-column]');
  const cells = [...(column ?? [])].filter(
    ({ dataset }) => dataset['column'] === input.dataset['column'],
  );
  return cells[cells.indexOf(input) + 1] ?? input;
}

/**
 * Editable cell: Enter saves and moves down, leaving saves, Escape restores. A rejected text stays, with the reason
 * below it.
 */
export function EditableCell(props: EditableCellProps) {
  const { label, column, value, errorOf, save, money = false, note } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const reasonId = useId();

  const restore = () => {
    setTyped(null);
    setRefusal(null);
  };
  const send = async (text: string) => {
    setSaving(true);
    setRefusal(null);
    try {
      await save(text);
      setTyped(null);
      setSaved(true);
    } catch (error) {
      setRefusal({ why: errorMessage(error), conflict: isConflict(error) });
    } finally {
      setSaving(false);
    }
  };
  const commit = () => {
    if (typed === null || saving || refusal?.conflict) return;
    if (typed.trim() === value) return restore();
    const problem = errorOf(typed.trim());
    if (problem === null) void send(typed.trim());
    else setRefusal({ why: problem, conflict: false });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      const below = cellBelow(event.currentTarget);
      // The blur saves; at the end of the page the focus stays.
      if (below === event.currentTarget) commit();
      else below.focus();
    }
    if (event.key === 'Escape') restore();
  };

  return (
    <div className={styles['cell']} data-money={money} data-saving={saving}>
      <span className={styles['box']}>
        <input
          ref={box}
          aria-label={label}
          aria-invalid={refusal !== null}
          aria-describedby={refusal ? reasonId : undefined}
          data-column={column}
          className={styles['input']}
          value={typed ?? value}
          inputMode={money ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          readOnly={saving}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setSaved(false);
            if (!refusal?.conflict) setRefusal(null);
          }}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {saved && typed === null && (
          <IconCheck size={14} stroke={2} aria-hidden="true" className={styles['saved']} />
        )}
      </span>
      <output className="sr-only">{saved && typed === null ? 'Saved' : ''}</output>
      {refusal && (
        <span id={reasonId} role="alert" className={styles['reason']}>
          <span className="sr-only">{`${label} was not changed. `}</span>
          {refusal.why}
        </span>
      )}
      {refusal?.conflict && (
        <span className={styles['choice']}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              restore();
              box.current?.focus();
            }}
          >
            {venueMessages.takeTheirs}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              if (typed !== null) void send(typed.trim());
              box.current?.focus();
            }}
          >
            {venueMessages.keepMine}
          </Button>
        </span>
      )}
      {!refusal && note}
    </div>
  );
}
