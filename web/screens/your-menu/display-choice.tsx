import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import type { Display } from './use-display.ts';
import styles from './your-menu-screen.module.css';

const sorts = { menu: 'Menu order', level: 'Emptiest first' } as const;
const views = { rows: 'Rows', cards: 'Cards' } as const;

/** Order and form of the lists. */
export const DisplayChoice = ({ display }: { readonly display: Display }) => (
  <div className={styles['display']}>
    <SegmentedChoice
      label="Order of ingredients"
      options={sorts}
      value={display.sort}
      onChange={display.setSort}
    />
    <SegmentedChoice
      label="Form of the lists"
      options={views}
      value={display.view}
      onChange={display.setView}
    />
  </div>
);
