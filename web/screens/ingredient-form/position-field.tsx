import { useId } from 'react';
import { positionsFor } from '../../../rules/stock/positions.ts';
import { specifiedUnitChoice } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { TermLabel } from '../../components/terms/term-label.tsx';
import type { DrawnPosition } from '../../components/unit-drawing/geometry.ts';
import { togglePosition } from './draft.ts';
import type { PartProps } from './form-layout.tsx';
import type { Holders } from './use-save.ts';
import { Card, SkeletonField } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import ingredientFormStyles from './ingredient-form.module.css';
import styles from './position-field.module.css';

interface PositionFieldProps extends PartProps {
  /** Other ingredients at the positions. */
  readonly holders: Holders;
  /** Positions of this ingredient. */
  readonly own: readonly DrawnPosition[];
  /** True while its positions are loading. */
  readonly isPending: boolean;
}

/** Position selection; positions occupied by other ingredients are red and name them. */
export function PositionField(props: PositionFieldProps) {
  const { draft, unitCategory, problems, change, holders, own, isPending } = props;
  const id = useId();
  const problem = problems.positionInUnit;
  const wordOf = (position: string): string => {
    if (isPending) return '';
    const place = own.find((one) => one.position === position);
    return place ? `${place.percent}% full` : 'free';
  };
  return (
    <fieldset
      data-positions
      className={styles['positions']}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend>
        <TermLabel term="position">Position (Where is it loaded?)</TermLabel>
      </legend>
      <div className={styles['grid']} data-few={unitCategory !== 'ROTENDER_CLASSIC'}>
        {positionsFor(unitCategory, draft.source).map((position) => {
          const holder = holders.get(position);
          const wordId = `${id}-${position}`;
          return (
            <label
              key={position}
              className={styles['position']}
              data-taken={holder !== undefined}
              title={holder && `Taken by ${holder.name}`}
            >
              <input
                type="checkbox"
                aria-label={position}
                aria-describedby={wordId}
                aria-invalid={problem !== undefined}
                value={position}
                checked={draft.positions.includes(position)}
                onChange={() => change(togglePosition(draft, position, unitCategory))}
              />
              <span className={styles['number']}>{position}</span>
              <span id={wordId} className={styles['word']}>
                {holder && <span className="sr-only">Taken by </span>}
                {holder ? holder.name : wordOf(position)}
              </span>
            </label>
          );
        })}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['wrong']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

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
      <div className={ingredientFormStyles['pair']}>
        {venue ? (
          <SelectField
            label="Venue"
            value={venue.id}
            disabled={!onVenue}
            data={venues.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget: { value } }) => onVenue?.(value)}
          />
        ) : (
          <div className="relative">
            <SkeletonField label="Venue" />
            {venuesPending && (
              <img
                src="/loading.svg"
                width={18}
                height={18}
                alt="Loading venues"
                className={ingredientFormStyles['loader']}
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
              label: specifiedUnitChoice(one),
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
