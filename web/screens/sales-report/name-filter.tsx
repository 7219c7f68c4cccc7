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

const isTyping = (event: Event): boolean =>
  event instanceof InputEvent && /^(insertText|insertComposition|delete)/.test(event.inputType);

const isLonger = (name: string, text: string): boolean => name !== text && name.startsWith(text);

/** A name that is chosen from a list or typed; it takes effect when it is one of the list, or with Enter or leaving. */
export function NameFilter({ label, value, names, ref, onFocus, onChange }: NameFilterProps) {
  const list = useId();
  const [typed, setTyped] = useState(value);
  /** The last name that took effect, also while it is not the value yet. */
  const [name, setName] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    if (value !== name) {
      setName(value);
      setTyped(value);
    }
  }
  const options = [...new Set(names)].filter((one) => one !== '').toSorted();
  const commit = (text: string) => {
    if (text.trim() === value) return;
    setName(text.trim());
    onChange(text.trim());
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
        onChange={({ currentTarget: { value: text }, nativeEvent }) => {
          setTyped(text);
          // While a longer name may still be typed, only a choice from the list takes effect.
          const isPart = isTyping(nativeEvent) && options.some((one) => isLonger(one, text));
          if (options.includes(text) && !isPart) commit(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(typed);
        }}
        onBlur={() => commit(typed)}
      />
      <datalist id={list}>
        {options.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </label>
  );
}
