import { daysText } from '../../../components/date-text.ts';
import type { Lookup } from '../report/lookup.ts';
import styles from '../sales-report-screen.module.css';

/** @param lookup what is still shown while the controls differ from it; null otherwise */
export const StaleLine = ({ lookup }: { readonly lookup: Lookup | null }) => (
  <output className={styles['stale']}>
    {lookup?.from &&
      lookup.to &&
      `Showing ${daysText(lookup.from, lookup.to)}. Press Lookup sales to update.`}
  </output>
);
