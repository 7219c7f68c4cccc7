/** Labels that explain their term in a pop-up. */
import { Suspense, useId } from 'react';
import type { ReactNode } from 'react';
import type { TermKey } from '../../../rules/terms.ts';
import { pressedPart } from '../../ui/lazy-dialog.tsx';
import { useToggle } from '../../ui/hooks.ts';
import styles from './terms.module.css';

const TermPopUp = pressedPart(() => import('./term-pop-up.tsx'));

interface TermButtonProps {
  readonly term: TermKey;
  readonly className: string | undefined;
  /** Accessible name, when the content is none. */
  readonly label?: string;
  /** Id of the text that it is about. */
  readonly about?: string;
  readonly children: ReactNode;
}

function TermButton({ term, className, label, about, children }: TermButtonProps) {
  const { open, close, button } = useToggle();
  return (
    <span className="relative">
      <button
        type="button"
        className={className ?? ''}
        aria-label={label}
        aria-describedby={about}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...button}
      >
        {children}
      </button>
      {open && (
        <Suspense>
          <TermPopUp term={term} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}

/** A heading, legend or column head that is a term: with a question mark, and opens when it is pressed. */
export const TermLabel = ({
  term,
  children,
}: {
  readonly term: TermKey;
  readonly children: string;
}) => (
  <TermButton term={term} className={styles['label']}>
    {children}
  </TermButton>
);

interface WithTermProps {
  readonly term: TermKey;
  /** The label of the field, as it has it itself. */
  readonly label: string;
  /** True when its label has the star of a required field. */
  readonly required?: boolean;
  readonly children: ReactNode;
}

/** A field with a question mark after its label. It stands beside the label, whose text names the field. */
export function WithTerm({ term, label, required = false, children }: WithTermProps) {
  const id = useId();
  return (
    <div className="relative">
      {children}
      <span className={styles['line']}>
        <span id={id} aria-hidden="true" className={styles['space']} data-required={required}>
          {label}
        </span>
        <TermButton term={term} className={styles['mark']} label="Help" about={id}>
          ?
        </TermButton>
      </span>
    </div>
  );
}
