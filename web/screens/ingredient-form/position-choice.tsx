import { unitChoice } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import styles from './ingredient-form.module.css';

interface PositionChoiceProps {
  readonly venues: readonly Venue[];
  readonly venue: Venue | undefined;
  readonly units: readonly Unit[];
  readonly unit: Unit | undefined;
  readonly venuesPending: boolean;
  readonly unitsPending: boolean;
  /** undefined when the venue is fixed. */
  readonly onVenue?: (venueId: string) => void;
  readonly onUnit: (unit: Unit) => void;
  /** True for units that cannot hold the ingredient. */
  readonly isRuledOut?: (unit: Unit) => boolean;
}

/** Selects the venue and the unit for the ingredient. */
export function PositionChoice(props: PositionChoiceProps) {
  const { venues, venue, units, unit, venuesPending, unitsPending } = props;
  const { onVenue, onUnit, isRuledOut } = props;
  return (
    <Card>
      <div className={styles['pair']}>
        {venue ? (
          <SelectField
            label="Venue"
            value={venue.id}
            disabled={!onVenue}
            data={venues.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget: { value } }) => onVenue?.(value)}
          />
        ) : (
          <div className={styles['waiting']}>
            <SkeletonField label="Venue" />
            {venuesPending && (
              <img
                src="/loading.svg"
                width={18}
                height={18}
                alt="Loading venues"
                className={styles['loader']}
              />
            )}
          </div>
        )}
        {unit || !unitsPending ? (
          <SelectField
            label="Unit Number"
            disabled={units.length === 0}
            value={unit?._id ?? ''}
            data={units.map((one) => ({
              value: one._id,
              label: unitChoice(one),
              disabled: isRuledOut?.(one) ?? false,
            }))}
            onChange={({ currentTarget: { value } }) => {
              const chosen = units.find(({ _id }) => _id === value);
              if (chosen) onUnit(chosen);
            }}
          />
        ) : (
          <SkeletonField label="Unit Number" />
        )}
      </div>
    </Card>
  );
}
