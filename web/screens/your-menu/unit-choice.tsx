import { unitChoice } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { usePlace } from '../../context/place.ts';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import styles from './your-menu-screen.module.css';

interface UnitChoiceProps {
  readonly venues: readonly Venue[];
  readonly venue: Venue | undefined;
  readonly units: readonly Unit[];
  readonly unit: Unit | undefined;
  readonly isPending: boolean;
}

/** Venue and unit selector; the selection stays active on other screens. */
export function UnitChoice({ venues, venue, units, unit, isPending }: UnitChoiceProps) {
  const { chooseVenue, chooseUnit } = usePlace();
  return (
    <div className={styles['choices']}>
      {venue ? (
        <SelectField
          label="Venue"
          value={venue.id}
          data={venues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => chooseVenue(value)}
        />
      ) : (
        <SkeletonField label="Venue" />
      )}
      {isPending ? (
        <SkeletonField label="Unit ID" />
      ) : (
        <SelectField
          label="Unit ID"
          disabled={units.length === 0}
          value={unit?.unitNumber ?? ''}
          data={units.map((one) => ({ value: String(one.unitNumber), label: unitChoice(one) }))}
          onChange={({ currentTarget: { value } }) => chooseUnit(Number(value))}
        />
      )}
    </div>
  );
}
