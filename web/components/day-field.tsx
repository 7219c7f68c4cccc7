/** Day input: typed, or picked from a calendar that is loaded when it is opened. */
import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { dateMessages } from '../../lib/time-in-zone.ts';
import { TextField } from '../ui/fields.tsx';
import { useToggle } from '../ui/hooks.ts';
import { formatDay, readDay } from './date-text.ts';
import type { DayCalendarProps } from './day-calendar.tsx';
import { pressedPart } from '../ui/lazy-dialog.tsx';
import styles from './day-field.module.css';

const PopUp = pressedPart(() => import('../ui/pop-up.tsx'));
const DayCalendar = pressedPart(() => import('./day-calendar.tsx'));

interface DayFieldProps extends Pick<DayCalendarProps, 'range' | 'latest'> {
  readonly label: string;
  /** Accessible name of the button that opens the calendar. */
  readonly calendarLabel: string;
  /** YYYY-MM-DD; null when empty. */
  readonly value: string | null;
  /** null when the text is not a day. */
  readonly onChange: (day: string | null) => void;
  readonly error?: string | undefined;
}

export function DayField({
  label,
  calendarLabel,
  value,
  onChange,
  error,
  ...calendarProps
}: DayFieldProps) {
  const { open, close, button } = useToggle();
  // Text being typed; null while the field shows its value.
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
    close();
  };
  const calendar = (
    <span className="relative">
      <ActionIcon size={28} aria-label={calendarLabel} {...button}>
        <IconCalendar size={16} stroke={1.6} />
      </ActionIcon>
      {open && (
        <Suspense>
          <PopUp
            onClose={close}
            position="bottom-end"
            label={calendarLabel}
            className={styles['calendar'] ?? ''}
          >
            <DayCalendar value={value} {...calendarProps} onPick={pick} />
          </PopUp>
        </Suspense>
      )}
    </span>
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
