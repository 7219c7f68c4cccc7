import { Card } from '../../ui/card.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './refill-screen.module.css';

/** The list while it is loading. */
export const RefillSkeleton = () => (
  <div key="skeleton" className={styles['list']} aria-busy="true">
    {[0, 1].map((card) => (
      <Card key={card}>
        {[0, 1, 2].map((line) => (
          <p key={line}>
            <SkeletonLine width={28} />
          </p>
        ))}
      </Card>
    ))}
  </div>
);
