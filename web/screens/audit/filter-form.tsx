import { Button } from '@mantine/core';
import { useState } from 'react';
import { dateMessages } from '../../../lib/date-messages.ts';
import { DayField } from '../../components/day-field.tsx';
import { TextField } from '../../ui/fields.tsx';
import { isSame } from './audit-filter.ts';
import type { Narrowing } from './audit-filter.ts';
import { useSlash } from '../../ui/use-slash.ts';
import styles from './filter-form.module.css';

interface FilterFormProps {
  /** Filters from the URL, which the fields follow. */
  readonly applied: Narrowing;
  readonly onApply: (narrowing: Narrowing) => void;
}

export function FilterForm({ applied, onApply }: FilterFormProps) {
  const [followed, setFollowed] = useState(applied);
  const [value, setValue] = useState(applied);
  const [problem, setError] = useState<string>();
  if (!isSame(followed, applied)) {
    setFollowed(applied);
    setValue(applied);
    setError(undefined);
  }
  const field = useSlash();
  const change = (changes: Partial<Narrowing>) => {
    setValue({ ...value, ...changes });
    setError(undefined);
  };
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        const reversed = value.from !== null && value.to !== null && value.from > value.to;
        setError(reversed ? dateMessages.daysReversed : undefined);
        if (!reversed) onApply({ ...value, search: value.search.trim() });
      }}
    >
      <TextField
        ref={field}
        label="Search"
        placeholder="Action, target or name"
        maxLength={100}
        value={value.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <DayField
        label="From"
        calendarLabel="Pick the first day"
        value={value.from}
        onChange={(from) => change({ from })}
      />
      <DayField
        label="To"
        calendarLabel="Pick the last day"
        value={value.to}
        error={problem}
        onChange={(to) => change({ to })}
      />
      <div className={styles['go']}>
        <Button type="submit" fullWidth>
          Search
        </Button>
      </div>
    </form>
  );
}
