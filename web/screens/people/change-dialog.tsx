import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, updatePerson } from '../../api/people.ts';
import type { Venue } from '../../api/venues.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { RoleFields } from './role-fields.tsx';

interface ChangeDialogProps {
  readonly ownerId: string | null;
  readonly person: Person;
  readonly venues: readonly Venue[];
  readonly onClose: () => void;
}

/** Changes the role and the venues of a person. */
export default function ChangeDialog({ ownerId, person, venues, onClose }: ChangeDialogProps) {
  const [role, setRole] = useState(person.role);
  const [venueIds, setVenueIds] = useState<readonly string[] | null>(person.venueIds);
  const change = useMutation({
    mutationFn: () =>
      updatePerson(ownerId, person.id, {
        role,
        venueIds: role === 'owner' || venueIds === null ? null : [...venueIds],
      }),
    onSuccess: onClose,
  });
  const atVenues = fieldErrors(change.error).get('venueIds');
  return (
    <DialogForm
      title="Change role"
      submit="Save"
      sending={change}
      isAtFields={atVenues !== undefined}
      onSend={() => change.mutate()}
      onClose={onClose}
    >
      <p>{person.name} signs in again after a change.</p>
      <RoleFields
        role={role}
        onRole={setRole}
        venueIds={venueIds}
        onVenues={setVenueIds}
        venues={venues}
        error={atVenues}
      />
    </DialogForm>
  );
}
