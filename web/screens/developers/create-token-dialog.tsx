import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  scopeLabels,
  type TokenScope,
  tokenScopes,
} from '../../../rules/permissions/token-scopes.ts';
import { createTokenMutation } from '../../api/tokens.ts';
import type { Venue } from '../../api/venues.ts';
import { KindChoices, VenueChoices } from '../../components/choices.tsx';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { MadeSecret } from './made-secret.tsx';

interface CreateTokenDialogProps {
  /** The owner a super admin acts for. */
  readonly ownerId: string | null;
  readonly venues: readonly Venue[];
  readonly onClose: () => void;
}

const title = 'Make a token';
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
];

const listed = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export default function CreateTokenDialog({ ownerId, venues, onClose }: CreateTokenDialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const [venueIds, setVenueIds] = useState<readonly string[] | null>(null);
  const [days, setDays] = useState('90');
  const [addresses, setAddresses] = useState('');
  const create = useMutation(createTokenMutation(ownerId));
  const fields = fieldErrors(create.error);
  const addressError = [...fields].find(([field]) => field.startsWith('addresses'))?.[1];
  if (create.data)
    return (
      <MadeSecret title={title} label="Token" value={create.data.token} onClose={onClose}>
        Copy the token now: it is not shown again.
      </MadeSecret>
    );
  const send = () =>
    create.mutate({
      name,
      scopes: [...scopes],
      venueIds: venueIds && [...venueIds],
      days: Number(days),
      addresses: listed(addresses),
    });
  return (
    <DialogForm title={title} submit="Make token" sending={create} onSend={send} onClose={onClose}>
      <TextField
        label="Name"
        placeholder="Hotel system"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fields.get('name')}
      />
      <KindChoices
        legend="What it may do"
        kinds={tokenScopes}
        labels={scopeLabels}
        withNames
        chosen={scopes}
        onChange={setScopes}
        error={fields.get('scopes')}
      />
      <VenueChoices
        venues={venues}
        venueIds={venueIds}
        onVenues={setVenueIds}
        error={fields.get('venueIds')}
      />
      <SelectField
        label="Works for"
        value={days}
        data={lifetimes}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <TextField
        label="Addresses that may use it"
        description="Such as 203.0.113.7 or 203.0.113.0/24; empty for any."
        value={addresses}
        onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
        error={addressError}
      />
    </DialogForm>
  );
}
