import { useId, useState } from 'react';
import type { Ref } from 'react';
import styles from './sales-tools.module.css';

interface NameFilterProps {
  readonly label: string;
  /** Empty for any. */
  readonly value: string;
  /** Names to choose from. */
  readonly names: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
  readonly onFocus?: () => void;
  readonly onChange: (name: string) => void;
}

/** A name that is chosen from a list or typed; it takes effect when it is one of the list, or with Enter or leaving. */
export function NameFilter({ label, value, names, ref, onFocus, onChange }: NameFilterProps) {
  const list = useId();
  const [typed, setTyped] = useState(value);
  const options = [...new Set(names)].filter((name) => name !== '').toSorted();
  const commit = (name: string) => {
    if (name.trim() !== value) onChange(name.trim());
  };
  return (
    <label className={styles['chip']} data-on={value !== ''}>
      <span>{label}</span>
      <input
        ref={ref}
        list={list}
        value={typed}
        placeholder="Any"
        dir="auto"
        autoComplete="off"
        maxLength={100}
        onFocus={onFocus}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (options.includes(currentTarget.value)) commit(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(typed);
        }}
        onBlur={() => commit(typed)}
      />
      <datalist id={list}>
        {options.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </label>
  );
}
