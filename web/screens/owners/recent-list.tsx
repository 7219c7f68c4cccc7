import { useState } from 'react';
import { recentOwners } from '../../context/recent-owners.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { actFor } from './act-for.ts';
import { Names } from '../../ui/names.tsx';
import styles from './owners-screen.module.css';

/** Owners that were acted for last, each a link that acts for the owner again. */
export function RecentList() {
  const [owners] = useState(recentOwners);
  if (owners.length === 0) return null;
  return (
    <section aria-labelledby="recent-owners" className={styles['recent']}>
      <h2 id="recent-owners">Recently acted for</h2>
      <ul data-acts>
        {owners.map((owner) => (
          <li key={owner.id}>
            <Link
              plain
              href={paths.root}
              className={styles['recent-owner']}
              onClick={(event) => actFor(owner, owner.venues[0]?.id, event)}
            >
              <bdi className={styles['name']}>{owner.name}</bdi>
              <span className={styles['email']}>
                <Names of={owner.venues.map(({ name }) => name)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
