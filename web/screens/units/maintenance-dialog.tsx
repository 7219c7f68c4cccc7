import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { durationText } from '../../../rules/health/health-messages.ts';
import {
  type MaintenanceReason,
  maintenanceReasonLabels,
  maintenanceReasons,
  usualMaintenanceMinutes,
} from '../../../rules/health/maintenance-reasons.ts';
import { startMaintenance, type UnitHealth } from '../../api/unit-health.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { SelectField } from '../../ui/fields.tsx';

interface MaintenanceDialogProps {
  readonly unit: UnitHealth;
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

/** Pauses a unit for maintenance for a time, from now on. */
export default function MaintenanceDialog({ unit, onClose }: MaintenanceDialogProps) {
  const [reason, setReason] = useState<MaintenanceReason>(unit.inMaintenance?.reason ?? 'cleaning');
  const [minutes, setMinutes] = useState(String(usualMaintenanceMinutes));
  const save = useMutation({
    mutationFn: () => startMaintenance(unit.unitNumber, { minutes: Number(minutes), reason }),
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
      <p>Nothing is found wrong with the unit until then, and no sales are expected of it.</p>
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
