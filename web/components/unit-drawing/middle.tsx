import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { NamedUnit } from '../../../rules/units/unit-names.ts';
import type { UnitLayout } from './geometry.ts';
import { summaryOf } from './levels.ts';
import type { DrawnPosition } from './levels.ts';
import styles from './unit-drawing.module.css';

interface MiddleProps {
  readonly layout: UnitLayout;
  readonly unit: NamedUnit;
  readonly places: readonly DrawnPosition[] | undefined;
  readonly highlighted: string | null;
}

interface Reported {
  readonly above: string;
  readonly big: string;
  readonly below: string;
}

function pointedAt(places: readonly DrawnPosition[]): Reported {
  const levels = places.map(({ percent, state }) => (state === 'out' ? 'out' : `${percent}%`));
  const [left] = places.map(({ timeLeft }) => timeLeft?.short);
  const positions = places.map(({ position }) => position).join(', ');
  return {
    above: places[0]?.name ?? '',
    big: left ?? levels.join(' · '),
    below: places.length === 1 ? `position ${positions}` : `positions ${positions}`,
  };
}

/** The summary covers the ring only, so the soda gun does not count. */
const isInRange = (position: string) => Number(position) < 100;

/** Truncates a name to the available width, by average letter width. */
function shorten(text: string, room: number, fontSize: number): string {
  const most = Math.floor(room / (fontSize * 0.54));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** The title of the unit. A long name is truncated, its number is not. */
function titleIn({ unitNumber, name }: NamedUnit, room: number, fontSize: number): string {
  const rest = ` · ${unitNumber}`.length * fontSize * 0.54;
  return unitTitle({ unitNumber, name: name && shorten(name, room - rest, fontSize) });
}

/** Overall level of the unit; on hover, that of the ingredient. */
export function Middle({ layout, unit, places, highlighted }: MiddleProps) {
  const { center, halfWidth, spots } = layout;
  if (!center) return null;
  const wide = halfWidth > 120;
  const pointed = places?.filter(({ ingredientId }) => ingredientId === highlighted) ?? [];
  const positions = spots.map(({ position }) => position).filter(isInRange);
  const summary = places && summaryOf(positions, places);
  const above = wide ? 24 : 22;
  const room = 1.7 * halfWidth;
  const reported: Reported =
    pointed.length > 0
      ? pointedAt(pointed)
      : {
          above: titleIn(unit, room, above),
          big: summary && summary.percent !== null ? `${summary.percent}%` : '',
          below: summary?.text ?? '',
        };
  const below = wide ? 21 : 18;
  const most = wide ? 72 : 54;
  const fitting = (2 * halfWidth) / (Math.max(4, reported.big.length) * 0.62);
  return (
    <g className={styles['middle']}>
      <text x={center.x} y={center.y - (wide ? 50 : 40)} fontSize={above}>
        {shorten(reported.above, room, above)}
      </text>
      <text
        x={center.x}
        y={center.y + (wide ? 24 : 18)}
        fontSize={Math.min(most, fitting)}
        className={styles['big']}
      >
        {reported.big}
      </text>
      <text x={center.x} y={center.y + (wide ? 68 : 52)} fontSize={below}>
        {shorten(reported.below, 1.9 * halfWidth, below)}
      </text>
    </g>
  );
}
