import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createVenue } from '../../api/venues.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import { fieldErrors, isChanged, useKeptForm } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { chooseOwner, selectVenue, useOwnerContext } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { TextField } from '../../ui/fields.tsx';

/** Adds a venue by name, makes it the active one and opens its dashboard. */
export function AddVenueDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useKeptForm('new venue', form);
  const [timezone, setTimezone] = useState(guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState('04:00');
  const sending = useRef(false);
  const add = useAddVenue(
    () => void navigate({ to: '.', href: paths.dashboard, replace: true, ignoreBlocker: true }),
  );
  const errors = fieldErrors(add.error);
  const send = (typed: Pick<NewVenue, 'name' | 'address'>) => {
    // The second of two quick presses comes before the form knows of the first.
    if (sending.current) return;
    sending.current = true;
    add.mutate(
      { ...typed, timezone, startsAt },
      {
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  };
  return (
    <DialogForm
      title="Add venue"
      submit="Add venue"
      sending={add}
      isAtFields={errors.has('name') || errors.has('address')}
      formRef={form}
      isUnsaved={() => isChanged(form.current)}
      onSend={(typed) => send({ name: typed('name'), address: typed('address') })}
      onClose={onClose}
    >
      <TextField label="Name" name="name" autoComplete="off" error={errors.get('name')} />
      <TextField
        label="Address"
        name="address"
        autoComplete="off"
        description="Optional. Suppliers deliver there."
        error={errors.get('address')}
      />
      <ZoneField value={timezone} onChange={setTimezone} />
      <StartField value={startsAt} onChange={setStartsAt} />
    </DialogForm>
  );
}

interface NewVenue {
  readonly name: string;
  /** One line, or empty. */
  readonly address: string;
  /** IANA name. */
  readonly timezone: string;
  /** `04:00`. */
  readonly startsAt: string;
}

/** Adds a venue to the effective owner and makes it the active one. */
function useAddVenue(onAdded: () => void) {
  const session = useSession();
  const { owner } = useOwnerContext();
  const actsFor = session && isSuperAdmin(session.claims) ? owner : null;
  return useMutation({
    mutationFn: (venue: NewVenue) => createVenue(venue, actsFor?.id ?? null),
    onSuccess: ({ id, name }) => {
      if (actsFor) chooseOwner({ ...actsFor, venues: [...actsFor.venues, { id, name }] });
      selectVenue(id);
      onAdded();
    },
  });
}
