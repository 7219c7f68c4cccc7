import { updateVenue } from '../../api/venues.ts';
import type { FullVenue, Venue } from '../../api/venues.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { useFlag } from '../../context/use-flag.ts';
import { Card } from '../../ui/card.tsx';
import { Credentials } from './credentials.tsx';
import { venueDelayMs } from './delays.ts';
import { DrinkLimitForm } from './drink-limit-form.tsx';
import { FlagSwitches } from './flag-switches.tsx';
import styles from './venue-screen.module.css';

interface VenueCardProps {
  readonly venue: Venue;
  /** The same venue with super-admin fields; null for owners. */
  readonly full: FullVenue | null;
}

export function VenueCard({ venue, full }: VenueCardProps) {
  const usesPax = useFlag('general--pax-shift4', { kind: 'venue', key: venue.id });
  return (
    <Card title="Venue">
      <div className={styles['grid']}>
        <SavedField
          id={`venue ${venue.id} name`}
          label="Name"
          stored={venue.name}
          delayMs={venueDelayMs}
          save={async (name) => void (await updateVenue(venue.id, { name }))}
        />
        {full && (
          <SavedField
            id={`venue ${venue.id} tax`}
            label="Tax percentage"
            stored={String(full.taxPercentage)}
            delayMs={venueDelayMs}
            input={{ inputMode: 'decimal', rightSection: '%' }}
            save={async (text) =>
              void (await updateVenue(venue.id, { taxPercentage: Number(text) }))
            }
          />
        )}
      </div>
      {full && (
        <>
          <section className={styles['part']}>
            <h3>Drink limit</h3>
            <DrinkLimitForm key={venue.id} venue={full} />
          </section>
          <section className={styles['part']}>
            <h3>Payment credentials</h3>
            <Credentials key={String(usesPax)} venue={full} usesPax={usesPax} />
          </section>
          <section className={styles['part']}>
            <h3>Feature flags</h3>
            <FlagSwitches place={{ kind: 'venue', key: venue.id }} />
          </section>
        </>
      )}
    </Card>
  );
}
