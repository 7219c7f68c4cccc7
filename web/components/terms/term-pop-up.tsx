/** What a term means, beside its label; loaded when one is first opened. */
import { useId } from 'react';
import { termOf } from '../../../rules/terms.ts';
import type { TermKey } from '../../../rules/terms.ts';
import PopUp from '../../ui/pop-up.tsx';
import { AllTerms } from './all-terms.tsx';
import styles from './terms.module.css';

interface TermPopUpProps {
  readonly term: TermKey;
  readonly onClose: () => void;
}

export default function TermPopUp({ term, onClose }: TermPopUpProps) {
  const id = useId();
  const { name, meaning } = termOf(term);
  return (
    <PopUp onClose={onClose} position="bottom-start" width={300} labelledBy={id}>
      <div className={styles['pop-up']}>
        <p id={id} className={styles['name']} tabIndex={-1} data-autofocus>
          {name}
        </p>
        <p>{meaning}</p>
        <AllTerms at={term} />
      </div>
    </PopUp>
  );
}
