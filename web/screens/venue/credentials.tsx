import { updateVenue } from '../../api/venues.ts';
import type { FullVenue } from '../../api/venues.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { venueDelayMs } from './delays.ts';
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
        <SavedField
          key={name}
          id={`venue ${venue.id} ${name}`}
          label={label}
          stored={venue[name]}
          delayMs={venueDelayMs}
          secret
          input={{ spellCheck: false }}
          save={async (text) => void (await updateVenue(venue.id, { [name]: text }))}
        />
      ))}
    </div>
  );
}
