import { useQuery } from '@tanstack/react-query';
import { updateUnit, readerQuery } from '../../api/units.ts';
import type { CardReader, Unit } from '../../api/units.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { WithTerm } from '../../components/terms/term-label.tsx';
import { unitDelayMs, venueDelayMs } from './delays.ts';
import styles from './venue-screen.module.css';

const facts: readonly (readonly [keyof CardReader, string])[] = [
  ['serialNumber', 'Serial number'],
  ['displayName', 'Display name'],
  ['addressLine1', 'Address'],
  ['city', 'City'],
  ['state', 'State'],
  ['country', 'Country'],
  ['zipCode', 'Zip code'],
];

/** Reader id of the active provider, and what is known of the reader. A failed fetch shows no error. */
export function CardReaderPart({
  unit,
  usesPax,
}: {
  readonly unit: Unit;
  readonly usesPax: boolean;
}) {
  const { data: reader } = useQuery(readerQuery(unit.stripeReaderId, unit._id));
  const known = facts.filter(([name]) => reader?.[name]);
  return (
    <>
      <div className={styles['grid']}>
        <WithTerm term="card-reader" label="Card reader id">
          {usesPax ? (
            <SavedField
              id={`unit ${unit._id} paxShift4ReaderId`}
              label="Card reader id"
              stored={unit.paxShift4ReaderId}
              delayMs={venueDelayMs}
              save={(paxShift4ReaderId) => updateUnit(unit, { paxShift4ReaderId })}
            />
          ) : (
            <SavedField
              id={`unit ${unit._id} stripeReaderId`}
              label="Card reader id"
              stored={unit.stripeReaderId}
              delayMs={unitDelayMs}
              save={(stripeReaderId) => updateUnit(unit, { stripeReaderId })}
            />
          )}
        </WithTerm>
      </div>
      {known.length > 0 && (
        <dl className={styles['facts']} aria-label="Card reader record">
          {known.map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{reader?.[name]}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
