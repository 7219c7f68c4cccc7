import { useMutation } from '@tanstack/react-query';
import { delayChoices, usualDelayMinutes } from '../../../rules/close-out/delays.ts';
import { delayText } from '../../../rules/close-out/subscription-text.ts';
import { createReportSubscriptionMutation } from '../../api/report-subscriptions.ts';
import type { Venue } from '../../api/venues.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { typedText } from '../../components/form-values.ts';
import { guessedTimezone, shownTimezones, timezoneText } from '../../components/timezone-choice.ts';
import { SelectField } from '../../ui/fields.tsx';
import { StepForm } from './step-form.tsx';

interface AddMailStepProps {
  /** Without a mail yet. */
  readonly venues: readonly Venue[];
  readonly onDone: () => void;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Subscribes to the close-out of a venue. */
export function AddMailStep({ venues, onDone }: AddMailStepProps) {
  const add = useMutation(createReportSubscriptionMutation);
  const errors = fieldErrors(add.error);
  const submit = (typed: FormData) =>
    add.mutate(
      {
        venueId: typedText(typed, 'venueId'),
        delayMinutes: Number(typedText(typed, 'delayMinutes')),
        emptyNights: typedText(typed, 'emptyNights') === 'yes',
        timezone: typedText(typed, 'timezone'),
      },
      { onSuccess: onDone },
    );
  return (
    <StepForm
      error={add.error}
      fields={['venueId', 'delayMinutes', 'timezone']}
      submitLabel="Add"
      isPending={add.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <SelectField
        label="Every night of"
        name="venueId"
        data={venues.map(({ id, name }) => ({ value: id, label: name }))}
        error={errors.get('venueId')}
      />
      <SelectField
        label="Sent"
        name="delayMinutes"
        defaultValue={String(usualDelayMinutes)}
        data={delayChoices.map((minutes) => ({
          value: String(minutes),
          label: capital(delayText(minutes)),
        }))}
        error={errors.get('delayMinutes')}
      />
      <SelectField
        label="A night without a sale"
        name="emptyNights"
        data={[
          { value: 'yes', label: 'Is mailed in one line' },
          { value: 'no', label: 'Is not mailed' },
        ]}
      />
      <SelectField
        label="Time zone"
        description="For a venue without a clock, whose nights are calendar days"
        name="timezone"
        defaultValue={guessedTimezone().timezone}
        data={shownTimezones().map((choice) => ({
          value: choice.timezone,
          label: timezoneText(choice),
        }))}
        error={errors.get('timezone')}
      />
    </StepForm>
  );
}
