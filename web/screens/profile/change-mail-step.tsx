import { useMutation } from '@tanstack/react-query';
import {
  type ReportSubscription,
  updateReportSubscriptionMutation,
} from '../../api/report-subscriptions.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { MailTimeFields, typedTime } from './mail-time-fields.tsx';
import { StepForm } from './step-form.tsx';

interface ChangeMailStepProps {
  readonly mail: ReportSubscription;
  readonly onDone: () => void;
}

/** Changes when a mail is sent. */
export function ChangeMailStep({ mail, onDone }: ChangeMailStepProps) {
  const change = useMutation(updateReportSubscriptionMutation);
  const submit = (typed: FormData) => {
    const time = typedTime(typed);
    const isOfNight = mail.kind === 'csv' && time.weekday === undefined;
    const body = isOfNight ? { ...time, weekday: null } : time;
    change.mutate({ id: mail.id, body }, { onSuccess: onDone });
  };
  return (
    <StepForm
      error={change.error}
      fields={['delayMinutes', 'at', 'weekday']}
      submitLabel="Save"
      isPending={change.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <MailTimeFields kind={mail.kind} mail={mail} errors={fieldErrors(change.error)} />
    </StepForm>
  );
}
