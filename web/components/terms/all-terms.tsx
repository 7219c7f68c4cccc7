import type { TermKey } from '../../../rules/terms.ts';
import { paths } from '../../paths.ts';
import styles from './terms.module.css';

/** Link to the help screen, in a new tab: the form that it is opened from may hold typed text. */
export const AllTerms = ({ at }: { readonly at: TermKey }) => (
  <a className={styles['all']} href={paths.help(at)} target="_blank" rel="noreferrer">
    All terms<span className="sr-only"> (opens a new tab)</span>
  </a>
);
