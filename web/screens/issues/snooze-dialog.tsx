import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { alertMessages } from '../../../rules/alerts/alert-messages.ts';
import { snoozeEnd, suggestedSnooze } from '../../../rules/alerts/alert-life.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { type Alert, updateAlert } from '../../api/alerts.ts';
import { DayField } from '../../components/day-field.tsx';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';

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
  const send = () => {
    const until = snoozeEnd(day, time, timezone);
    setIncomplete(until === null);
    if (until !== null) save.mutate(until);
  };
  return (
    <DialogForm
      title="Snooze until"
      intro={<p className="break-anywhere">{alert.text}</p>}
      submit="Snooze"
      sending={save}
      onSend={send}
      onClose={onClose}
    >
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
        error={isIncomplete && day !== null ? alertMessages.snoozeIncomplete : errors.get('until')}
        onChange={({ currentTarget }) => {
          change();
          setTime(currentTarget.value);
        }}
      />
    </DialogForm>
  );
}
