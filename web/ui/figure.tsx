/** A key figure with a breakdown on demand. */
import { Suspense, useId, useRef, useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { SkeletonLine } from './page.tsx';
import { useToggle } from './hooks.ts';
import { pressedPart } from './lazy-dialog.tsx';
import styles from './figure.module.css';

const PopUp = pressedPart(() => import('./pop-up.tsx'));

export interface FigureStep {
  readonly label: string;
  readonly value: string;
  /** Operator before the step; the first step has none. */
  readonly sign?: '+' | '-' | '/' | '=';
}

interface FigureProps {
  readonly label: string;
  /** null while unknown: a dash before the first request, a skeleton while loading. */
  readonly value: string | null;
  readonly loading?: boolean;
  /** Shown on hover, focus and touch, and again above the steps. */
  readonly hint?: string;
  readonly steps?: readonly FigureStep[];
  /** Additional information. */
  readonly note?: ReactNode;
  /** Last line of the breakdown, such as a link. */
  readonly more?: ReactNode;
  /** Line below the value, such as a comparison; its height is kept while it is empty. */
  readonly beside?: ReactNode;
  /** Lines about it, shown with the hint and above the note. */
  readonly about?: readonly string[];
  /** Marks the result of the row. */
  readonly main?: boolean;
}

function Making({
  id,
  label,
  hint,
  steps,
  note,
  more,
  about = [],
}: FigureProps & { readonly id: string }) {
  return (
    <div className="text-13">
      <p id={id} className={styles['making-title']}>
        How {label} is made
      </p>
      {hint && <p className={styles['making-note']}>{hint}</p>}
      {steps && (
        <dl className={styles['steps']}>
          {steps.map((step) => (
            <div key={step.label} className={styles['step']} data-sign={step.sign}>
              <dt>
                <span className={styles['sign']}>{step.sign?.replace('-', '−')}</span>
                {step.label}
              </dt>
              <dd>{step.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {about.map((line) => (
        <p key={line} className={styles['making-note']}>
          {line}
        </p>
      ))}
      {note && <p className={styles['making-note']}>{note}</p>}
      {more && <p className={styles['making-note']}>{more}</p>}
    </div>
  );
}

export function Figure(props: FigureProps) {
  const { label, value, loading = false, hint, main = false, beside, about = [] } = props;
  const { open, close, button } = useToggle();
  const titleId = useId();
  const known = value !== null && !loading;
  // Escape dismisses the hint until the next time.
  const [dismissed, setDismissed] = useState(false);
  const [at, setAt] = useState({ left: 0, bottom: 0 });
  const again = ({ currentTarget }: SyntheticEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const room = innerWidth - Math.min(340, innerWidth * 0.8) - 12;
    setAt({ left: Math.max(12, Math.min(left, room)), bottom: innerHeight - top - 6 });
    setDismissed(false);
  };
  // The focus comes back from the breakdown: the hint has been read there.
  const returns = useRef(false);
  const shut = () => {
    returns.current = true;
    setDismissed(true);
    close();
  };
  return (
    <div className="relative">
      <button
        type="button"
        className={styles['figure'] ?? ''}
        data-main={main}
        aria-disabled={!known}
        onPointerEnter={again}
        onFocus={(event) => {
          if (!returns.current) again(event);
          returns.current = false;
        }}
        {...(known ? button : {})}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setDismissed(true);
          button.onKeyDown();
        }}
      >
        <span className="dim text-13">{label}</span>
        <span className={styles['value']}>
          {loading ? <SkeletonLine width={7} /> : (value ?? '–')}
        </span>
        {beside !== undefined && <span className={styles['beside']}>{beside}</span>}
      </button>
      {(hint !== undefined || about.length > 0) && !open && !dismissed && (
        <span role="tooltip" className={styles['hint']} style={at}>
          {[...(hint === undefined ? [] : [hint]), ...about].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      )}
      {open && known && (
        <Suspense>
          <PopUp onClose={shut} position="bottom-start" width={320} labelledBy={titleId}>
            <Making {...props} id={titleId} />
          </PopUp>
        </Suspense>
      )}
    </div>
  );
}
