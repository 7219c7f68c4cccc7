/** Interactive drawing of a unit. The picture is visual only; each position is overlaid by an accessible control. */
import { unitInText } from '../../../rules/units/unit-names.ts';
import type { NamedUnit } from '../../../rules/units/unit-names.ts';
import type { IngredientSource, UnitCategory } from '../../../rules/stock/positions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import type { MenuAction } from '../../ui/menu-action.ts';
import { Link } from '../../ui/link.tsx';
import { Backdrop } from './backdrop.tsx';
import { layoutOf } from './geometry.ts';
import type { Spot } from './geometry.ts';
import type { DrawnPosition } from './levels.ts';
import { Middle } from './middle.tsx';
import { PositionMark } from './position-mark.tsx';
import { nameOfPosition, wordOf } from './position-labels.ts';
import type { PositionView } from './position-labels.ts';
import styles from './unit-drawing.module.css';

/** Position selection, used when loading an ingredient. */
export interface PositionChoice {
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
        <Middle layout={layout} unit={unit} places={places} highlighted={highlighted} />
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
