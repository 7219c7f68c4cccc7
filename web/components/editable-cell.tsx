import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { venueMessages } from '../../rules/venues/venue-messages.ts';
import { errorMessage, isConflict } from '../api/api-error.ts';
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
  /** Aligned as an amount. */
  readonly money?: boolean;
  /** Where the value is empty. */
  readonly placeholder?: string;
  /** Shown below the value. */
  readonly note?: ReactNode;
}

interface Refusal {
  readonly why: string;
  /** True when another user has changed the value: leaving the cell sends nothing. */
  readonly conflict: boolean;
}

type Cell = HTMLInputElement | HTMLTextAreaElement;

/** The next cell of the column, or the same one at the end of the page. */
function cellBelow(input: Cell): Cell {
  const column = input.closest('table')?.querySelectorAll<Cell>('[data-column]');
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
  const { label, column, value, errorOf, save, money = false, placeholder, note } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const box = useRef<Cell>(null);
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

  const onKeyDown = (event: KeyboardEvent<Cell>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      const below = cellBelow(event.currentTarget);
      // The blur saves; at the end of the page the focus stays.
      if (below === event.currentTarget) commit();
      else below.focus();
    }
    if (event.key === 'Escape') restore();
  };

  const control = {
    ref: (element: Cell | null) => {
      box.current = element;
    },
    'aria-label': label,
    'aria-invalid': refusal !== null,
    'aria-describedby': refusal ? reasonId : undefined,
    'data-column': column,
    className: styles['input'] ?? '',
    value: typed ?? value,
    placeholder,
    autoComplete: 'off',
    spellCheck: false,
    readOnly: saving,
    onFocus: (event: FocusEvent<Cell>) => event.currentTarget.select(),
    onChange: (event: ChangeEvent<Cell>) => {
      // A name is one line, which is shown in as many as it needs.
      setTyped(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '));
      setSaved(false);
      if (!refusal?.conflict) setRefusal(null);
    },
    onBlur: commit,
    onKeyDown,
  };
  return (
    <div className={styles['cell']} data-money={money} data-saving={saving}>
      <span className="flex relative">
        {money ? <input inputMode="decimal" {...control} /> : <textarea rows={1} {...control} />}
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
