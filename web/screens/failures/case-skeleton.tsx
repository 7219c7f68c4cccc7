import { Card } from '../../ui/card.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import list from './case-list.module.css';
import styles from './failures-screen.module.css';

/** The list of cases while it loads. */
export function CaseSkeleton() {
  return (
    <div className={styles['columns']} aria-busy="true">
      <span className="sr-only">Loading</span>
      <Card flush>
        <div className={list['head']}>
          <div className={list['what']}>
            <span className={list['cause']}>
              <SkeletonLine width={26} />
            </span>
            <span className={list['hint']}>
              <SkeletonLine width={34} />
            </span>
          </div>
        </div>
        {[18, 14, 20, 16].map((width) => (
          <div key={width} className={list['row']}>
            <div className={list['choose']}>
              <span className={list['time']} />
              <span className={list['what']}>
                <SkeletonLine width={width} />
              </span>
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}
