import { roleDescriptions, roleNames } from '../../../rules/permissions/people-messages.ts';
import { type Role, roles } from '../../../rules/permissions/roles.ts';
import type { Venue } from '../../api/venues.ts';
import styles from './people-screen.module.css';

interface RoleFieldsProps {
  readonly role: Role;
  readonly onRole: (role: Role) => void;
  /** Null for all venues. */
  readonly venueIds: readonly string[] | null;
  readonly onVenues: (venueIds: readonly string[] | null) => void;
  readonly venues: readonly Venue[];
  readonly error: string | undefined;
}

/** Role and venues of a person; owners have all venues. */
export function RoleFields(props: RoleFieldsProps) {
  const { role, onRole, venueIds, onVenues, venues, error } = props;
  const isChosen = (id: string) => venueIds === null || venueIds.includes(id);
  const toggle = (id: string) => {
    const chosen = venues.map((venue) => venue.id).filter((one) => isChosen(one) !== (one === id));
    onVenues(chosen.length === venues.length ? null : chosen);
  };
  return (
    <>
      <fieldset className={styles['choices']}>
        <legend>Role</legend>
        {roles.map((one) => (
          <label key={one} className={styles['choice']}>
            <input type="radio" name="role" checked={one === role} onChange={() => onRole(one)} />
            <span className={styles['words']}>
              {roleNames[one]}
              <span className={styles['hint']}>{roleDescriptions[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {role !== 'owner' && venues.length > 1 && (
        <fieldset className={styles['choices']}>
          <legend>Venues</legend>
          {venues.map(({ id, name }) => (
            <label key={id} className={styles['venue']}>
              <input type="checkbox" checked={isChosen(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
          {error !== undefined && <p className="out text-13">{error}</p>}
        </fieldset>
      )}
    </>
  );
}
