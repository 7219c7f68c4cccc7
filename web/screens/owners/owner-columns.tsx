import type { Owner } from '../../api/owners.ts';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-column.ts';
import { Link } from '../../ui/link.tsx';
import { actFor } from './act-for.ts';
import styles from './owners-screen.module.css';

const venuesOf = (owner: Owner) => (
  <ul className={styles['venues']} data-acts>
    {owner.venues.map(({ id, name }) => (
      <li key={id} data-found={id === owner.foundVenueId}>
        <Link href={paths.root} onClick={(event) => actFor(owner, id, event)}>
          {name}
        </Link>
      </li>
    ))}
  </ul>
);

export const ownerColumns: readonly DataColumn<Owner>[] = [
  {
    id: 'name',
    header: 'Name',
    chars: 18,
    cell: ({ name, email }) => (
      <>
        <span className={styles['name']}>{name}</span>
        <span className={styles['email']}>{email}</span>
      </>
    ),
  },
  {
    id: 'venues',
    header: 'Venues',
    width: '45%',
    chars: 20,
    cell: venuesOf,
    // Beside it, an email address would break within its words.
    from: 'medium',
    folded: venuesOf,
    leads: true,
  },
  {
    id: 'action',
    header: 'Action',
    width: 76,
    align: 'end',
    chars: 4,
    cell: ({ id }) => <Link href={paths.owner(id)}>Edit</Link>,
  },
];
