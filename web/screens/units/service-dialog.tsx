import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { durationText } from '../../../rules/health/health-messages.ts';
import {
  type ServiceReason,
  serviceReasonLabels,
  serviceReasons,
  usualServiceMinutes,
} from '../../../rules/health/service-reasons.ts';
import { errorMessage } from '../../api/api-error.ts';
import { beginService, type UnitHealth } from '../../api/unit-health.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import styles from './service-dialog.module.css';

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
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <Dialog title="Take into service" onClose={onClose}>
      <form noValidate className={styles['form']} onSubmit={submit}>
        {save.error && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
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
        <div className={styles['buttons']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Take into service
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
