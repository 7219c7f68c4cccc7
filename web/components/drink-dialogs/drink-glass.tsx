import { useId } from 'react';
import type { PourColour } from '../../../rules/drinks/pour-kinds.ts';
import styles from './drink-glass.module.css';

/** A glass with a layer in the colour of each ingredient; decorative, the text next to it has the same information. */
export function DrinkGlass({ colours }: { readonly colours: readonly PourColour[] }) {
  const inside = useId();
  const height = 26 / colours.length;
  return (
    <svg className={styles['glass']} viewBox="0 0 28 40" aria-hidden="true" focusable="false">
      <clipPath id={inside}>
        <path d="M4 6h20l-2 28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" />
      </clipPath>
      <g clipPath={`url(#${inside})`}>
        <rect width="28" height="40" className={styles['empty']} />
        {colours.map((colour, index) => (
          <rect
            // Layers are identified only by their index.
            key={`${colour} ${String(index)}`}
            width="28"
            height={height + 0.5}
            y={36 - height * (index + 1)}
            data-colour={colour}
            className={styles['layer']}
          />
        ))}
      </g>
      <path d="M4 6h20l-2 28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" className={styles['edge']} />
    </svg>
  );
}
