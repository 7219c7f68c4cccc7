import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { TextField } from '../ui/fields.tsx';
import { useSlash } from '../ui/screen-keys.ts';
import styles from './list-tools.module.css';

const typingMs = 300;

interface ListToolsProps {
  /** `Find a unit`. */
  readonly label: string;
  /** Text that the list is searched for. */
  readonly q: string;
  /** Called with the text, trimmed, once nothing was typed for a moment. */
  readonly onSearch: (q: string) => void;
  /** At most two fields, such as the order. */
  readonly children: ReactNode;
}

/** Head of a list card: a search field, and what else narrows the list or puts it in order. */
export function ListTools({ label, q, onSearch, children }: ListToolsProps) {
  const find = useSlash();
  const [text, setText] = useState(q);
  const search = useDebouncedCallback(onSearch, typingMs);
  return (
    <div className={styles['tools']}>
      <TextField
        ref={find}
        label={label}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          search(value.trim());
        }}
      />
      {children}
    </div>
  );
}
