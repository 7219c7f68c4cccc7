/** A unit as it stands behind the bar. The picture is for the eye; over each place lies what can be pressed and is read out. */
import type { IngredientSource, UnitCategory } from '../../../rules/stock/positions.ts';
import { Backdrop } from './backdrop.tsx';
import { layoutOf } from './geometry.ts';
import type { Spot } from './geometry.ts';
import type { DrawnPlace } from './levels.ts';
import { Middle } from './middle.tsx';
import { PlaceMark } from './position-mark.tsx';
import { nameOfPlace, wordOf } from './position-labels.ts';
import type { PlaceView } from './position-labels.ts';
import styles from './unit-drawing.module.css';

/** Places are chosen, as for an ingredient that is to be loaded. */
export interface PlaceChoice {
  /** The positions that are chosen. */
  readonly selected: ReadonlySet<string>;
  /** The ingredient they are chosen for: its own places do not count as taken. Null for a new one. */
  readonly ownId: string | null;
  readonly onToggle: (position: string) => void;
}

interface UnitDrawingProps {
  readonly category: UnitCategory;
  readonly unitNumber: number;
  /** Only this part of the unit; all of it when left out. */
  readonly source?: IngredientSource;
  /** The places that are taken; undefined while they are not known. */
  readonly places: readonly DrawnPlace[] | undefined;
  /** The ingredient whose places stand out. */
  readonly highlighted?: string | null;
  readonly onHighlight?: (ingredientId: string | null) => void;
  /** A place was pressed that something is loaded in. Not when places are chosen. */
  readonly onSelect?: (ingredientId: string) => void;
  /** Makes every place a checkbox. */
  readonly choose?: PlaceChoice;
}

interface PlaceControlProps extends Pick<UnitDrawingProps, 'onHighlight' | 'onSelect'> {
  readonly choose: PlaceChoice | undefined;
  readonly spot: Spot;
  readonly place: DrawnPlace | undefined;
  readonly label: string;
}

function PlaceControl({ spot, place, label, onHighlight, onSelect, choose }: PlaceControlProps) {
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
  if (!place || !onSelect) return <span className="sr-only">{label}</span>;
  return (
    <button
      type="button"
      className={styles['spot']}
      aria-label={label}
      onClick={() => onSelect(place.ingredientId)}
      {...pointing}
    />
  );
}

function viewOf(
  place: DrawnPlace | undefined,
  position: string,
  choose: PlaceChoice | undefined,
): PlaceView {
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
  unitNumber,
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
          <PlaceMark
            key={spot.position}
            spot={spot}
            view={view}
            word={places || choose ? wordOf(view) : ''}
            isHighlighted={view.place !== undefined && view.place.ingredientId === highlighted}
          />
        ))}
        <Middle layout={layout} unitNumber={unitNumber} places={places} highlighted={highlighted} />
      </svg>
      <ul aria-label={`Places of unit ${unitNumber}`}>
        {views.map(({ spot, view }) => (
          <li
            key={spot.position}
            style={{
              top: percentOf(spot.y - spot.radius, height),
              left: percentOf(spot.x - spot.radius, width),
              width: percentOf(2 * spot.radius, width),
            }}
          >
            <PlaceControl
              spot={spot}
              place={view.place}
              label={nameOfPlace(spot.position, view)}
              choose={choose}
              {...reactions}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
