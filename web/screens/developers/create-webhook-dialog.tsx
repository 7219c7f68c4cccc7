import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  mostUrlLength,
  type WebhookEvent,
  webhookEventLabels,
  webhookEvents,
} from '../../../rules/webhooks/webhooks.ts';
import type { Venue } from '../../api/venues.ts';
import { createWebhookMutation } from '../../api/webhooks.ts';
import { KindChoices, VenueChoices } from '../../components/choices.tsx';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import { MadeSecret } from './made-secret.tsx';

interface CreateWebhookDialogProps {
  /** The owner a super admin acts for. */
  readonly ownerId: string | null;
  readonly venues: readonly Venue[];
  readonly onClose: () => void;
}

const title = 'Add a webhook';

export default function CreateWebhookDialog({
  ownerId,
  venues,
  onClose,
}: CreateWebhookDialogProps) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>([]);
  const [venueIds, setVenueIds] = useState<readonly string[] | null>(null);
  const create = useMutation(createWebhookMutation(ownerId));
  const fields = fieldErrors(create.error);
  if (create.data)
    return (
      <MadeSecret title={title} label="Secret" value={create.data.secret} onClose={onClose}>
        Copy the secret now: it is not shown again. The program verifies the signature of each event
        with it.
      </MadeSecret>
    );
  const send = () =>
    create.mutate({ url, events: [...events], venueIds: venueIds && [...venueIds] });
  return (
    <DialogForm title={title} submit="Add webhook" sending={create} onSend={send} onClose={onClose}>
      <TextField
        label="Address"
        placeholder="https://hotel.example.com/barback"
        inputMode="url"
        maxLength={mostUrlLength}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        error={fields.get('url')}
      />
      <KindChoices
        legend="Events"
        kinds={webhookEvents}
        labels={webhookEventLabels}
        withNames
        chosen={events}
        onChange={setEvents}
        error={fields.get('events')}
      />
      <VenueChoices
        venues={venues}
        venueIds={venueIds}
        onVenues={setVenueIds}
        error={fields.get('venueIds')}
      />
    </DialogForm>
  );
}
