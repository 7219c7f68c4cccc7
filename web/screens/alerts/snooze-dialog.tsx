import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { alertMessages } from '../../../rules/alerts/alert-messages.ts';
import { snoozeEnd, suggestedSnooze } from '../../../rules/alerts/snooze-time.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { type Alert, updateAlert } from '../../api/alerts.ts';
import { errorMessage } from '../../api/api-error.ts';
import { DayField } from '../../components/day-field.tsx';
import { fieldErrors } from '../../components/form-state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './snooze-dialog.module.css';

interface SnoozeDialogProps {
  readonly alert: Pick<Alert, 'id' | 'venueId' | 'text'>;
  /** Of the venue. */
  readonly timezone: string;
  readonly onClose: () => void;
}

/** Snoozes an alert until a day and a time on the clock of the venue. */
export default function SnoozeDialog({ alert, timezone, onClose }: SnoozeDialogProps) {
  const nowMs = useNow();
  const [suggested] = useState(() => suggestedSnooze(Date.now(), timezone));
  const [day, setDay] = useState<string | null>(suggested.day);
  const [time, setTime] = useState(suggested.time);
  const [isIncomplete, setIncomplete] = useState(false);
  const save = useMutation({
    mutationFn: (until: string) => updateAlert(alert, { action: 'snooze', until }),
    onSuccess: onClose,
  });
  const errors = fieldErrors(save.error);
  const change = () => {
    setIncomplete(false);
    save.reset();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const until = snoozeEnd(day, time, timezone);
    setIncomplete(until === null);
    if (until !== null) save.mutate(until);
  };
  return (
    <Dialog title="Snooze until" onClose={onClose}>
      <form noValidate className={styles['form']} onSubmit={submit}>
        <p>{alert.text}</p>
        {save.error && errors.size === 0 && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
        <DayField
          label="Day"
          calendarLabel="Choose the day"
          value={day}
          error={isIncomplete && day === null ? alertMessages.snoozeIncomplete : undefined}
          onChange={(chosen) => {
            change();
            setDay(chosen);
          }}
        />
        <TextField
          label="Time"
          type="time"
          description={`It is ${timeThereText(nowMs, timezone)} at the venue now`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={time}
          error={
            isIncomplete && day !== null ? alertMessages.snoozeIncomplete : errors.get('until')
          }
          onChange={({ currentTarget }) => {
            change();
            setTime(currentTarget.value);
          }}
        />
        <div className="flex justify-end gap-8">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Snooze
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
