import { arcDashes } from './geometry.ts';
import type { Spot } from './geometry.ts';
import type { PositionView } from './position-labels.ts';
import styles from './unit-drawing.module.css';

interface PositionMarkProps {
  readonly spot: Spot;
  readonly view: PositionView;
  readonly word: string;
  readonly isHighlighted: boolean;
}

function toneOf({ place, isChosen, isTaken }: PositionView): string {
  if (isTaken) return 'out';
  if (isChosen) return 'chosen';
  return place?.state ?? 'free';
}

/** A position seen from above: its number, its level as an arc from the top, and a label. */
export function PositionMark({ spot, view, word, isHighlighted }: PositionMarkProps) {
  const { position, x, y, radius } = spot;
  // The two taps are drawn large, but with letters of normal size.
  const scale = Math.min(radius, 58);
  const line = scale / 7;
  const inner = radius - line / 2;
  const tone = toneOf(view);
  const { place, isChosen, isTaken } = view;
  const isWhole = tone === 'out' || tone === 'chosen';
  return (
    <g
      className={styles['place']}
      data-tone={tone}
      data-chosen={isChosen}
      data-highlighted={isHighlighted}
    >
      {(isHighlighted || isChosen) && (
        <circle cx={x} cy={y} r={radius + 1.5} className={styles['halo']} />
      )}
      <circle cx={x} cy={y} r={inner} className={styles['ground']} strokeWidth={line} />
      {(place || isWhole) && (
        <circle
          cx={x}
          cy={y}
          r={inner}
          className={styles['level']}
          strokeWidth={isWhole ? line / 2 : line}
          strokeDasharray={isWhole ? undefined : arcDashes(inner, place?.percent ?? 0)}
          transform={`rotate(-90 ${x} ${y})`}
        />
      )}
      <text x={x} y={y - scale * 0.06} fontSize={scale * 0.57} className={styles['number']}>
        {position}
      </text>
      <text x={x} y={y + scale * 0.46} fontSize={scale * 0.43} className={styles['word']}>
        {isTaken && isChosen ? 'taken ✓' : word}
      </text>
    </g>
  );
}
