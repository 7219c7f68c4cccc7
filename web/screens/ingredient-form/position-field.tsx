import { useId } from 'react';
import { positionsFor } from '../../../rules/stock/positions.ts';
import { TermLabel } from '../../components/terms/term-label.tsx';
import type { DrawnPosition } from '../../components/unit-drawing/levels.ts';
import type { Holders } from './confirmation.ts';
import { togglePosition } from './draft.ts';
import type { PartProps } from './form-layout.tsx';
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
