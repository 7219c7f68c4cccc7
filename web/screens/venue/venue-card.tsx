import { withPoint } from '../../../lib/decimal-comma.ts';
import { updateVenue } from '../../api/venues.ts';
import type { FullVenue, Venue } from '../../api/venues.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { TermLabel, WithTerm } from '../../components/terms/term-label.tsx';
import { useFlag } from '../../context/use-flag.ts';
import { Card } from '../../ui/card.tsx';
import { Credentials } from './credentials.tsx';
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
          delayMs={null}
          save={async (name) => void (await updateVenue(venue.id, { name }))}
        />
        {full && (
          <WithTerm term="tax" label="Tax percentage">
            <SavedField
              id={`venue ${venue.id} tax`}
              label="Tax percentage"
              stored={String(full.taxPercentage)}
              delayMs={null}
              suffix="%"
              input={{ inputMode: 'decimal', rightSection: '%' }}
              save={async (text) =>
                void (await updateVenue(venue.id, {
                  taxPercentage: Number(withPoint(text)),
                }))
              }
            />
          </WithTerm>
        )}
      </div>
      {full && (
        <>
          <section className={styles['part']}>
            <h3>
              <TermLabel term="drink-limit">Drink limit</TermLabel>
            </h3>
            <DrinkLimitForm key={venue.id} venue={full} />
          </section>
          <section className={styles['part']}>
            <h3>
              <TermLabel term="credentials">Payment credentials</TermLabel>
            </h3>
            <Credentials key={String(usesPax)} venue={full} usesPax={usesPax} />
          </section>
          <section className={styles['part']}>
            <h3>
              <TermLabel term="feature-flag">Feature flags</TermLabel>
            </h3>
            <FlagSwitches place={{ kind: 'venue', key: venue.id }} />
          </section>
        </>
      )}
    </Card>
  );
}
