import { Button, VisuallyHidden } from '@mantine/core';
import { venueMessages } from '../../../rules/messages.ts';
import { updateVenue } from '../../api/venues.ts';
import type { FullVenue } from '../../api/venues.ts';
import { attempt } from '../../components/attempt.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { confirm } from '../../ui/confirm.tsx';
import styles from './venue-screen.module.css';

interface Credential {
  readonly name: 'publicKey' | 'privateKey' | 'webhookSecret' | 'clientGuid' | 'authToken';
  readonly label: string;
}

const first: readonly Credential[] = [
  { name: 'publicKey', label: 'Public key' },
  { name: 'privateKey', label: 'Private key' },
  { name: 'webhookSecret', label: 'Webhook secret' },
];
const second: readonly Credential[] = [
  { name: 'clientGuid', label: 'Client GUID' },
  { name: 'authToken', label: 'Auth token' },
];

async function remove(venue: FullVenue, { name, label }: Credential): Promise<void> {
  const yes = await confirm({
    text: venueMessages.removeCredential(label),
    details: [venueMessages.credentialRemoved],
    confirmLabel: 'Remove',
    danger: true,
  });
  if (!yes) return;
  await attempt(`remove ${name} ${venue.id}`, () => updateVenue(venue.id, { [name]: null }));
}

/** Credentials of the venue's provider. A stored secret is shown masked and never sent back. */
export function Credentials({
  venue,
  usesPax,
}: {
  readonly venue: FullVenue;
  readonly usesPax: boolean;
}) {
  return (
    <div className={styles['grid']}>
      {(usesPax ? second : first).map(({ name, label }) => (
        <div key={name}>
          <SavedField
            id={`venue ${venue.id} ${name}`}
            label={label}
            stored={venue[name]}
            delayMs={null}
            secret
            input={{ spellCheck: false }}
            save={async (text) => void (await updateVenue(venue.id, { [name]: text }))}
          />
          {venue[name] !== '' && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => void remove(venue, { name, label })}
            >
              Remove<VisuallyHidden> {label}</VisuallyHidden>
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
