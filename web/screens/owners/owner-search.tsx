import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { useSlash } from '../../ui/use-slash.ts';
import styles from './owners-screen.module.css';

interface OwnerSearchProps {
  /** Text of the search in the address. */
  readonly q: string;
  /** Number of matches and the step that Enter takes; null while it is not known. */
  readonly outcome: string | null;
  readonly onSearch: (q: string) => void;
  /** Acts for the first match of this text, as soon as it is known. */
  readonly onEnter: (q: string) => void;
}

const pauseMs = 200;

/** Searches while typing. The field follows the address where nothing is being typed. */
export function OwnerSearch({ q, outcome, onSearch, onEnter }: OwnerSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useSlash();
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), pauseMs);
  return (
    <search className={styles['search']}>
      <TextField
        ref={field}
        label="Find an owner"
        placeholder="Name, venue, email or unit number"
        type="search"
        autoComplete="off"
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        value={typed ?? q}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value);
        }}
        onBlur={() => {
          search.flush();
          setTyped(null);
        }}
        onKeyDown={(event) => {
          const text = (typed ?? q).trim();
          if (event.key !== 'Enter' || text === '') return;
          event.preventDefault();
          search.flush();
          onEnter(text);
        }}
      />
      <output className={styles['outcome']}>{outcome}</output>
    </search>
  );
}
