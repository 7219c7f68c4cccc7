import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createReportSubscriptionMutation,
  type ReportSubscription,
} from '../../api/report-subscriptions.ts';
import type { Venue } from '../../api/venues.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { typedText } from '../../components/form-values.ts';
import { guessedTimezone, shownTimezones, timezoneText } from '../../components/timezone-choice.ts';
import { SelectField } from '../../ui/fields.tsx';
import { MailTimeFields, typedTime } from './mail-time-fields.tsx';
import styles from './profile-screen.module.css';
import { StepForm } from './step-form.tsx';

interface AddMailStepProps {
  readonly venues: readonly Venue[];
  readonly onDone: () => void;
}

type Kind = ReportSubscription['kind'];

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'closeout', label: 'Close-out of each night' },
  { value: 'weekly', label: 'Figures of each week' },
  { value: 'monthly', label: 'Figures of each month' },
  { value: 'csv', label: 'CSV of the sales report' },
];

/** Subscribes to mails about venues. */
export function AddMailStep({ venues, onDone }: AddMailStepProps) {
  const [kind, setKind] = useState<Kind>('closeout');
  const add = useMutation(createReportSubscriptionMutation);
  const errors = fieldErrors(add.error);
  const isOfSeveral = kind === 'weekly' || kind === 'monthly';
  const submit = (typed: FormData) => {
    const [venueId = '', ...venueIds] = typed.getAll('venueId').map(String);
    add.mutate(
      {
        kind,
        venueId,
        ...(venueIds.length === 0 ? {} : { venueIds }),
        ...typedTime(typed),
        emptyNights: typedText(typed, 'emptyNights') === 'yes',
        timezone: typedText(typed, 'timezone'),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <StepForm
      error={add.error}
      fields={['delayMinutes', 'at', 'weekday', 'timezone']}
      submitLabel="Add"
      isPending={add.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <SelectField
        label="Mail"
        data={[...kinds]}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setKind(kinds.find((one) => one.value === value)?.value ?? 'closeout')
        }
      />
      {isOfSeveral && venues.length > 1 ? (
        <fieldset className={styles['venues']}>
          <legend>Venues</legend>
          {venues.map(({ id, name }, nth) => (
            <label key={id}>
              <input type="checkbox" name="venueId" value={id} defaultChecked={nth === 0} /> {name}
            </label>
          ))}
        </fieldset>
      ) : (
        <SelectField
          label="Venue"
          name="venueId"
          data={venues.map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.get('venueId')}
        />
      )}
      <MailTimeFields key={kind} kind={kind} errors={errors} />
      <SelectField
        label={isOfSeveral ? 'Without a sale' : 'A night without a sale'}
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
