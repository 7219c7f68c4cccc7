import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { durationText } from '../../../rules/health/health-messages.ts';
import {
  type ServiceReason,
  serviceReasonLabels,
  serviceReasons,
  usualServiceMinutes,
} from '../../../rules/health/service-reasons.ts';
import { beginService, type UnitHealth } from '../../api/unit-health.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { SelectField } from '../../ui/fields.tsx';

interface ServiceDialogProps {
  readonly unit: UnitHealth;
  readonly onClose: () => void;
}

const durations = [15, usualServiceMinutes, 60, 120, 240, 480, 720].map((minutes) => ({
  value: String(minutes),
  label: durationText(minutes * 60_000),
}));
const reasons = serviceReasons.map((value) => ({ value, label: serviceReasonLabels[value] }));
const isReason = (text: string): text is ServiceReason =>
  serviceReasons.some((reason) => reason === text);

/** Takes a unit into service for a time, from now on. */
export default function ServiceDialog({ unit, onClose }: ServiceDialogProps) {
  const [reason, setReason] = useState<ServiceReason>(unit.inService?.reason ?? 'cleaning');
  const [minutes, setMinutes] = useState(String(usualServiceMinutes));
  const save = useMutation({
    mutationFn: () => beginService(unit.unitNumber, { minutes: Number(minutes), reason }),
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Take into service"
      submit="Take into service"
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
