import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import { isChanged, typedText } from '../../components/form-values.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useAddVenue } from './use-add-venue.ts';
import styles from './add-venue-dialog.module.css';

/** Adds a venue by name, makes it the active one and opens its dashboard. */
export function AddVenueDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(() => isChanged(form.current));
  useKeptForm('new venue', form);
  const [timezone, setTimezone] = useState(guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState('04:00');
  const sending = useRef(false);
  const add = useAddVenue(
    () => void navigate({ to: '.', href: paths.dashboard, replace: true, ignoreBlocker: true }),
  );
  const atName = add.error instanceof ApiError ? add.error.fields.get('name') : undefined;
  // Closing is blocked while adding, because the user would not see the result.
  const close = () => {
    if (!add.isPending) onClose();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const name = typedText(new FormData(event.currentTarget), 'name');
    add.mutate(
      { name, timezone, startsAt },
      {
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  };
  return (
    <Dialog title="Add venue" onClose={close}>
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        {add.error && atName === undefined && <ErrorLine>{errorMessage(add.error)}</ErrorLine>}
        <TextField label="Name" name="name" autoComplete="off" error={atName} />
        <ZoneField value={timezone} onChange={setTimezone} />
        <StartField value={startsAt} onChange={setStartsAt} />
        <div className={styles['buttons']}>
          <Button variant="default" disabled={add.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add venue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
