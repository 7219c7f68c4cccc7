/** Lists of framed radio buttons or checkboxes, one below the other. */
import type { ReactNode } from 'react';
import type { Venue } from '../api/venues.ts';
import styles from './choices.module.css';

interface ChoicesProps {
  readonly legend: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

export const Choices = ({ legend, error, children }: ChoicesProps) => (
  <fieldset className={styles['choices']}>
    <legend>{legend}</legend>
    {children}
    {error !== undefined && <p className="out text-13">{error}</p>}
  </fieldset>
);

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly label: string;
  readonly hint?: string;
}

export const Choice = ({ label, hint, ...input }: ChoiceProps) => (
  <label className={styles['choice']}>
    <input {...input} />
    <span className={styles['words']}>
      {label}
      {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
    </span>
  </label>
);

interface KindChoicesProps<Kind extends string> extends Omit<ChoicesProps, 'children'> {
  readonly kinds: readonly Kind[];
  readonly labels: Readonly<Record<Kind, string>>;
  /** Shows the kind itself below its label. */
  readonly withNames?: boolean;
  readonly chosen: readonly Kind[];
  /** Called with the new choice, in the order of `kinds`. */
  readonly onChange: (chosen: readonly Kind[]) => void;
}

/** Any number of these kinds. */
export const KindChoices = <Kind extends string>({
  kinds,
  labels,
  withNames = false,
  chosen,
  onChange,
  ...rest
}: KindChoicesProps<Kind>) => (
  <Choices {...rest}>
    {kinds.map((kind) => (
      <Choice
        key={kind}
        type="checkbox"
        checked={chosen.includes(kind)}
        onChange={() => onChange(kinds.filter((one) => chosen.includes(one) !== (one === kind)))}
        label={labels[kind]}
        {...(withNames && { hint: kind })}
      />
    ))}
  </Choices>
);

interface VenueChoicesProps {
  readonly venues: readonly Venue[];
  /** Null for all venues. */
  readonly venueIds: readonly string[] | null;
  readonly onVenues: (venueIds: readonly string[] | null) => void;
  readonly error: string | undefined;
}

/** Nothing where there is one venue only. */
export function VenueChoices({ venues, venueIds, onVenues, error }: VenueChoicesProps) {
  if (venues.length < 2) return null;
  const isChosen = (id: string) => venueIds === null || venueIds.includes(id);
  const toggle = (id: string) => {
    const chosen = venues.map((venue) => venue.id).filter((one) => isChosen(one) !== (one === id));
    onVenues(chosen.length === venues.length ? null : chosen);
  };
  return (
    <Choices legend="Venues" error={error}>
      {venues.map(({ id, name }) => (
        <Choice
          key={id}
          type="checkbox"
          checked={isChosen(id)}
          onChange={() => toggle(id)}
          label={name}
        />
      ))}
    </Choices>
  );
}
