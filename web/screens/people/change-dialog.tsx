import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { type Person, updatePerson } from '../../api/people.ts';
import type { Venue } from '../../api/venues.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/page.tsx';
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
  const atVenues =
    change.error instanceof ApiError ? change.error.fields.get('venueIds') : undefined;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  };
  return (
    <Dialog title="Change role" onClose={onClose}>
      <form noValidate className="stack gap-16" onSubmit={submit}>
        {change.error && atVenues === undefined && (
          <ErrorLine>{errorMessage(change.error)}</ErrorLine>
        )}
        <p>{person.name} signs in again after a change.</p>
        <RoleFields
          role={role}
          onRole={setRole}
          venueIds={venueIds}
          onVenues={setVenueIds}
          venues={venues}
          error={atVenues}
        />
        <div className="flex wrap justify-end gap-8">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
