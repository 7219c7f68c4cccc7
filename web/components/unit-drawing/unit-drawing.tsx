/** Interactive drawing of a unit. The picture is visual only; each position is overlaid by an accessible control. */
import type { IngredientSource, UnitCategory } from '../../../rules/stock/positions.ts';
import { type NamedUnit, unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import {
  arcDashes,
  type DrawnPosition,
  layoutOf,
  nameOfPosition,
  type PositionView,
  type Spot,
  summaryOf,
  type UnitLayout,
  wordOf,
} from './geometry.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Link } from '../../ui/link.tsx';
import type { MenuAction } from '../../ui/action-list.tsx';
import styles from './unit-drawing.module.css';

/** Position selection, used when loading an ingredient. */
interface PositionChoice {
  /** The selected positions. */
  readonly selected: ReadonlySet<string>;
  /** Ingredient being placed: its own positions do not count as occupied. Null for a new one. */
  readonly ownId: string | null;
  readonly onToggle: (position: string) => void;
}

interface UnitDrawingProps {
  readonly category: UnitCategory;
  readonly unit: NamedUnit;
  /** Draws only this part of the unit; all of it by default. */
  readonly source?: IngredientSource;
  /** Occupied positions; undefined while loading. */
  readonly places: readonly DrawnPosition[] | undefined;
  /** In the middle, instead of the levels. */
  readonly summary?: { readonly big: string; readonly below: string };
  /** Ingredient whose positions are highlighted. */
  readonly highlighted?: string | null;
  readonly onHighlight?: (ingredientId: string | null) => void;
  /** Actions of an occupied position, in a menu; not used while selecting positions. */
  readonly actionsOf?: (place: DrawnPosition) => readonly MenuAction[];
  /** Address for adding an ingredient at a free position; not used while selecting positions. */
  readonly addAt?: (position: string) => string;
  /** Makes every position a checkbox. */
  readonly choose?: PositionChoice;
}

interface PositionControlProps extends Pick<
  UnitDrawingProps,
  'onHighlight' | 'actionsOf' | 'addAt'
> {
  /** True when it is known what is loaded. */
  readonly isKnown: boolean;
  readonly choose: PositionChoice | undefined;
  readonly spot: Spot;
  readonly place: DrawnPosition | undefined;
  readonly label: string;
}

function PositionControl({
  spot,
  place,
  label,
  isKnown,
  onHighlight,
  actionsOf,
  addAt,
  choose,
}: PositionControlProps) {
  const { position } = spot;
  const pointing = place && {
    onMouseEnter: () => onHighlight?.(place.ingredientId),
    onMouseLeave: () => onHighlight?.(null),
    onFocus: () => onHighlight?.(place.ingredientId),
    onBlur: () => onHighlight?.(null),
  };
  if (choose) {
    return (
      <input
        type="checkbox"
        className={styles['spot']}
        aria-label={label}
        value={position}
        checked={choose.selected.has(position)}
        onChange={() => choose.onToggle(position)}
        {...pointing}
      />
    );
  }
  if (place && actionsOf) {
    return (
      <ActionMenu
        label={label}
        about={place.name}
        note={label}
        openerClass={styles['spot']}
        onPoint={(isOver) => onHighlight?.(isOver ? place.ingredientId : null)}
        actions={actionsOf(place)}
      />
    );
  }
  if (!place && addAt && isKnown) {
    return (
      <Link plain href={addAt(position)} className={styles['spot']}>
        <span className="sr-only">{label}, add an ingredient here</span>
      </Link>
    );
  }
  return <span className="sr-only">{label}</span>;
}

function viewOf(
  place: DrawnPosition | undefined,
  position: string,
  choose: PositionChoice | undefined,
): PositionView {
  if (!choose) return { place, isChosen: false, isTaken: false };
  return {
    place,
    isChosen: choose.selected.has(position),
    isTaken: place !== undefined && place.ingredientId !== choose.ownId,
  };
}

const percentOf = (length: number, whole: number) => `${(length / whole) * 100}%`;

export function UnitDrawing({
  category,
  unit,
  source,
  places,
  highlighted = null,
  choose,
  summary,
  ...reactions
}: UnitDrawingProps) {
  const layout = layoutOf(category, source);
  const { width, height, spots } = layout;
  const views = spots.map((spot) => {
    const place = places?.find(({ position }) => position === spot.position);
    return { spot, view: viewOf(place, spot.position, choose) };
  });
  return (
    <div className={styles['drawing']} style={{ aspectRatio: `${width} / ${height}` }}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Backdrop category={category} layout={layout} />
        {views.map(({ spot, view }) => (
          <PositionMark
            key={spot.position}
            spot={spot}
            view={view}
            word={places || choose ? wordOf(view) : ''}
            isHighlighted={view.place !== undefined && view.place.ingredientId === highlighted}
          />
        ))}
        <Middle
          layout={layout}
          unit={unit}
          places={places}
          highlighted={highlighted}
          summary={summary}
        />
      </svg>
      <ul aria-label={`Places of ${unitInText(unit)}`}>
        {views.map(({ spot, view }) => (
          <li
            key={spot.position}
            style={{
              top: percentOf(spot.y - spot.radius, height),
              left: percentOf(spot.x - spot.radius, width),
              width: percentOf(2 * spot.radius, width),
            }}
          >
            <PositionControl
              spot={spot}
              place={view.place}
              label={nameOfPosition(spot.position, view)}
              choose={choose}
              isKnown={places !== undefined}
              {...reactions}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

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
function PositionMark({ spot, view, word, isHighlighted }: PositionMarkProps) {
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
      {(isWhole || (place?.percent ?? 0) > 0) && (
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

interface MiddleProps {
  readonly layout: UnitLayout;
  readonly unit: NamedUnit;
  readonly places: readonly DrawnPosition[] | undefined;
  readonly highlighted: string | null;
  readonly summary: UnitDrawingProps['summary'];
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
function Middle({ layout, unit, places, highlighted, summary: given }: MiddleProps) {
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
          ...given,
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

interface BackdropProps {
  readonly category: UnitCategory;
  readonly layout: UnitLayout;
}

/** The tower of a beer unit, with a handle and a spout over each keg. */
function Taps({ layout }: { readonly layout: UnitLayout }) {
  return (
    <>
      <rect x="40" y="74" width="520" height="30" rx="15" className={styles['body']} />
      <rect x="40" y="332" width="520" height="8" rx="4" className={styles['body']} />
      {layout.spots.map(({ position, x }) => (
        <g key={position}>
          <path
            d={`M${x - 9} 74 L${x - 14} 20 Q${x} 4 ${x + 14} 20 L${x + 9} 74 Z`}
            className={styles['tapHandle']}
          />
          <path d={`M${x - 8} 104 h16 l-3 24 h-10 Z`} className={styles['tapHandle']} />
        </g>
      ))}
    </>
  );
}

/** Background drawing behind the positions. */
function Backdrop({ category, layout }: BackdropProps) {
  const { center, gunTop, width } = layout;
  if (category === 'BEERTENDER') return <Taps layout={layout} />;
  return (
    <>
      {center && (
        <>
          <circle cx={center.x} cy={center.y} r="292" className={styles['rim']} />
          <circle cx={center.x} cy={center.y} r="152" className={styles['body']} />
        </>
      )}
      {gunTop !== null && (
        <>
          <text x={width / 2} y={gunTop + 20} fontSize="21" className={styles['caption']}>
            Soda gun
          </text>
          <rect x="30" y={gunTop + 38} width="540" height="128" rx="64" className={styles['rim']} />
        </>
      )}
    </>
  );
}
