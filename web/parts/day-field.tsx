/** A day, typed or picked from a calendar that is fetched when it is opened. */
import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { dateMessages } from '../../rules/messages.ts';
import { TextField } from '../ui/fields.tsx';
import { formatDay, readDay } from './day-text.ts';
import styles from './day-field.module.css';

const DayCalendar = lazy(() => import('./day-calendar.tsx'));

interface DayFieldProps {
  readonly label: string;
  /** The name of the button that opens the calendar. */
  readonly calendarLabel: string;
  /** YYYY-MM-DD, or null while there is none. */
  readonly value: string | null;
  /** null for a text that is not a day. */
  readonly onChange: (day: string | null) => void;
  readonly error?: string | undefined;
}

export function DayField({ label, calendarLabel, value, onChange, error }: DayFieldProps) {
  const [open, setOpen] = useState(false);
  // What is being typed; null while the field shows its value.
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && typed.trim() !== '' && readDay(typed) === null;
  const [left, setLeft] = useState(false);

  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    onChange(readDay(text));
  };
  const leave = () => {
    setLeft(true);
    if (!wrong) setTyped(null);
  };
  const pick = (day: string | null) => {
    setTyped(null);
    onChange(day);
    setOpen(false);
  };
  const calendar = (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={28} aria-label={calendarLabel} onClick={() => setOpen(!open)}>
          <IconCalendar size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles['calendar'] ?? ''}>
        <Suspense fallback={<span className="sr-only">Loading</span>}>
          <DayCalendar value={value} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextField
      label={label}
      value={typed ?? formatDay(value)}
      error={wrong && left ? dateMessages.badDay : error}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      rightSection={calendar}
    />
  );
}
