import type { ReactNode } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { roleNames } from '../../../rules/permissions/role-texts.ts';
import type { Person } from '../../api/people.ts';
import type { Venue } from '../../api/venues.ts';
import { agoText } from '../../components/relative-time.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import type { DataColumn } from '../../ui/data-column.ts';
import type { MenuAction } from '../../ui/menu-action.ts';
import { Names } from '../../ui/names.tsx';
import styles from './people-screen.module.css';

interface PeopleColumnsOptions {
  readonly venues: readonly Venue[];
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
  readonly actionsOf: (person: Person) => readonly MenuAction[];
}

/** Name of a person; of an invitation, the address. */
export const shownName = ({ name, email }: Person): string => name || email;

const states = { active: null, suspended: 'Suspended', invited: 'Invited' } as const;

function venuesShown({ venueIds }: Person, venues: readonly Venue[]): ReactNode {
  if (venueIds === null) return 'All venues';
  const names = venues.filter(({ id }) => venueIds.includes(id)).map(({ name }) => name);
  if (names.length > 2) return `${names.length} venues`;
  return (
    <span className={styles['venues']}>
      <Names of={names} />
    </span>
  );
}

export function peopleColumns(options: PeopleColumnsOptions): DataColumn<Person>[] {
  const { venues, nowMs, timezone, actionsOf } = options;
  const seen = ({ state, lastSeenAt, expiresAt }: Person) => {
    const at = state === 'invited' ? expiresAt : lastSeenAt;
    if (at === null) return <span className={styles['hint']}>Not lately</span>;
    const atMs = Date.parse(at);
    const title = formatInZone(atMs, timezone);
    const days = Math.max(1, Math.ceil((atMs - nowMs) / 86_400_000));
    const left = `Link works ${days === 1 ? 'one more day' : `${days} more days`}`;
    return (
      <time dateTime={at} title={title}>
        {state === 'invited' ? left : agoText(atMs, nowMs)}
      </time>
    );
  };
  return [
    {
      id: 'name',
      header: 'Name',
      chars: 18,
      cell: (person) => (
        <>
          <span className={styles['name']}>
            {shownName(person)}
            {states[person.state] && (
              <span className={styles['state']} data-state={person.state}>
                {states[person.state]}
              </span>
            )}
          </span>
          {person.name !== '' && <span className={styles['hint']}>{person.email}</span>}
        </>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      width: 120,
      from: 'medium',
      chars: 9,
      cell: ({ role }) => roleNames[role],
      folded: ({ role }) => roleNames[role],
    },
    {
      id: 'venues',
      header: 'Venues',
      width: '26%',
      from: 'medium',
      chars: 12,
      cell: (person) => venuesShown(person, venues),
      folded: (person) => venuesShown(person, venues),
    },
    {
      id: 'factor',
      header: 'Second factor',
      width: 130,
      from: 'medium',
      chars: 4,
      cell: ({ state, hasSecondFactor }) =>
        state === 'invited' ? null : hasSecondFactor ? (
          'On'
        ) : (
          <span className={styles['hint']}>None</span>
        ),
      // Most people have none: only a factor is worth the room.
      folded: ({ hasSecondFactor }) => (hasSecondFactor ? 'Second factor' : null),
    },
    {
      id: 'seen',
      header: 'Last seen',
      width: 180,
      from: 'medium',
      chars: 12,
      cell: seen,
      folded: seen,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 76,
      align: 'end',
      chars: 2,
      cell: (person) => {
        const actions = actionsOf(person);
        return actions.length === 0 ? null : (
          <ActionMenu
            label={`Actions for ${shownName(person)}`}
            about={shownName(person)}
            actions={actions}
          />
        );
      },
    },
  ];
}
