import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ownerInvitationMessages } from '../../../rules/owners/owner-invitation.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import { inviteOwnerMutation } from '../../api/owners.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import {
  fieldErrors,
  focusFirstError,
  isChanged,
  useKeptForm,
} from '../../components/form-state.ts';
import { PassOn } from '../../components/pass-on.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toasts.tsx';

export interface MadeLink {
  readonly email: string;
  readonly link: string;
}

interface InviteOwnerDialogProps {
  /** Link of an invitation that was made again; null for a new owner. */
  readonly made: MadeLink | null;
  readonly onClose: () => void;
}

const title = 'Invite an owner';

/** Creates an owner with a first venue, who sets the password. */
export default function InviteOwnerDialog({ made, onClose }: InviteOwnerDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [timezone, setTimezone] = useState(guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState('04:00');
  const invite = useMutation({
    ...inviteOwnerMutation,
    onSuccess: async ({ owner: { email }, link }) => {
      await invalidate('listOwners');
      if (link !== null) return;
      onClose();
      notify(ownerInvitationMessages.sent(email), 'success');
    },
    onError: (error) => focusFirstError(form.current, error),
  });
  useKeptForm('owner invitation', form);
  const errors = fieldErrors(invite.error);
  const { data } = invite;
  const shown = made ?? (data?.link ? { email: data.owner.email, link: data.link } : null);
  if (shown)
    return (
      <Dialog title={title} onClose={onClose}>
        <PassOn {...shown} onClose={onClose} />
      </Dialog>
    );
  return (
    <DialogForm
      title={title}
      submit="Invite"
      formRef={form}
      sending={invite}
      isUnsaved={() => isChanged(form.current)}
      onSend={(typed) =>
        invite.mutate({
          name: typed('name'),
          venueName: typed('venueName'),
          email: typed('email'),
          timezone,
          startsAt,
        })
      }
      onClose={onClose}
    >
      <TextField label="Company" name="name" autoComplete="off" error={errors.get('name')} />
      <TextField
        label="Venue"
        name="venueName"
        autoComplete="off"
        error={errors.get('venueName')}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        description="A link to set the password goes there; it works for seven days"
        autoComplete="off"
        error={errors.get('email')}
      />
      <ZoneField value={timezone} onChange={setTimezone} />
      <StartField value={startsAt} onChange={setStartsAt} />
    </DialogForm>
  );
}
