import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { durationText } from '../../../rules/health/health-messages.ts';
import {
  type MaintenanceReason,
  maintenanceReasonLabels,
  maintenanceReasons,
  usualMaintenanceMinutes,
} from '../../../rules/health/maintenance-reasons.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { SelectField } from '../../ui/fields.tsx';

interface MaintenanceDialogProps {
  /** Of the maintenance that goes on. */
  readonly reason?: MaintenanceReason | undefined;
  /** Number of units. */
  readonly count?: number;
  readonly onSend: (maintenance: {
    minutes: number;
    reason: MaintenanceReason;
  }) => Promise<unknown>;
  readonly onClose: () => void;
}

const durations = [15, usualMaintenanceMinutes, 60, 120, 240, 480, 720].map((minutes) => ({
  value: String(minutes),
  label: durationText(minutes * 60_000),
}));
const reasons = maintenanceReasons.map((value) => ({
  value,
  label: maintenanceReasonLabels[value],
}));
const isReason = (text: string): text is MaintenanceReason =>
  maintenanceReasons.some((reason) => reason === text);

/** Pauses units for maintenance for a time, from now on. */
export default function MaintenanceDialog({
  reason: running = 'cleaning',
  count = 1,
  onSend,
  onClose,
}: MaintenanceDialogProps) {
  const [reason, setReason] = useState(running);
  const [minutes, setMinutes] = useState(String(usualMaintenanceMinutes));
  const save = useMutation({
    mutationFn: () => onSend({ minutes: Number(minutes), reason }),
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Pause for maintenance"
      submit="Pause for maintenance"
      sending={save}
      isAtFields={false}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      <p>
        {count === 1
          ? 'Nothing is found wrong with the unit until then, and no sales are expected of it.'
          : `Nothing is found wrong with the ${count} units until then, and no sales are expected of them.`}
      </p>
      <SelectField
        label="Reason"
        data={reasons}
        value={reason}
        onChange={({ currentTarget: { value } }) => isReason(value) && setReason(value)}
      />
      <SelectField
        label="Time from now"
        data={durations}
        value={minutes}
        onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
      />
    </DialogForm>
  );
}
