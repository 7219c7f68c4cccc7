/** A key figure with a breakdown on demand. */
import { Suspense, useId, useRef, useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { SkeletonLine } from './page.tsx';
import { useToggle } from './hooks.ts';
import { pressedPart } from './lazy-dialog.tsx';
import styles from './figure.module.css';

const PopUp = pressedPart(() => import('./pop-up.tsx'));

interface FigureProps {
  readonly label: string;
  /** null while unknown: a dash before the first request, a skeleton while loading. */
  readonly value: string | null;
  readonly loading?: boolean;
  /** Shown on hover, focus and touch, and again above the steps. */
  readonly hint?: string | undefined;
  /** Line below the value, such as a comparison; its height is kept while it is empty. */
  readonly beside?: ReactNode;
  /** Lines about it, shown with the hint. */
  readonly about?: readonly string[];
  /** The rest of the breakdown. */
  readonly children?: ReactNode;
  /** Marks the result of the row. */
  readonly main?: boolean;
}

export function Figure(props: FigureProps) {
  const { label, value, loading = false, hint, main = false, beside, about = [], children } = props;
  const lines = hint === undefined ? about : [hint, ...about];
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
      {lines.length > 0 && !open && !dismissed && (
        <span role="tooltip" className={styles['hint']} style={at}>
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      )}
      {open && known && (
        <Suspense>
          <PopUp onClose={shut} position="bottom-start" width={320} labelledBy={titleId}>
            <div className="text-13">
              <p id={titleId} className={styles['making-title']} tabIndex={-1} data-autofocus>
                How {label} {label.endsWith('s') ? 'are' : 'is'} made
              </p>
              {lines.map((line) => (
                <p key={line} className={styles['making-note']}>
                  {line}
                </p>
              ))}
              {children}
            </div>
          </PopUp>
        </Suspense>
      )}
    </div>
  );
}
