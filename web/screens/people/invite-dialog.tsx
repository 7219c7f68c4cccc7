import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../rules/permissions/roles.ts';
import { invitePersonMutation, peopleChanged } from '../../api/people.ts';
import type { Venue } from '../../api/venues.ts';
import { fieldErrors, useKeeping, useKept } from '../../components/form-state.ts';
import { PassOn } from '../../components/pass-on.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { RoleFields } from './role-fields.tsx';

interface InviteDialogProps {
  /** The owner a super admin acts for. */
  readonly ownerId: string | null;
  readonly venues: readonly Venue[];
  readonly onClose: () => void;
  /** Called once the invitation is on its way by mail. */
  readonly onInvited: () => void;
}

export default function InviteDialog({ ownerId, venues, onClose, onInvited }: InviteDialogProps) {
  const kept = useKept('invitation', (value) => (typeof value === 'string' ? value : null));
  const [email, setEmail] = useState(kept ?? '');
  const [role, setRole] = useState<Role>('bartender');
  const [venueIds, setVenueIds] = useState<readonly string[] | null>(null);
  const invite = useMutation({
    ...invitePersonMutation(ownerId),
    onSuccess: async ({ link }) => {
      await peopleChanged();
      if (link === null) onInvited();
    },
  });
  useKeeping('invitation', email !== '' && !invite.isSuccess ? email : null);
  const link = invite.data?.link;
  const fields = fieldErrors(invite.error);
  const send = () =>
    invite.mutate({
      email: email.trim(),
      role,
      venueIds: role === 'owner' || venueIds === null ? null : [...venueIds],
    });
  if (link)
    return (
      <Dialog title="Invite a person" onClose={onClose}>
        <PassOn email={email} link={link} onClose={onClose} />
      </Dialog>
    );
  return (
    <DialogForm
      title="Invite a person"
      submit="Invite"
      sending={invite}
      isUnsaved={() => email !== ''}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={fields.get('email')}
      />
      <RoleFields
        role={role}
        onRole={setRole}
        venueIds={venueIds}
        onVenues={setVenueIds}
        venues={venues}
        error={fields.get('venueIds')}
      />
    </DialogForm>
  );
}
