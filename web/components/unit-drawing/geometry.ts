/**
 * Computes the location of each position of a unit. Lengths are in drawing units; the drawing is scaled to the
 * available space.
 */
import { positionsFor } from '../../../rules/stock/positions.ts';
import type { IngredientSource, UnitCategory } from '../../../rules/stock/positions.ts';

export interface Spot {
  readonly position: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface UnitLayout {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot[];
  /** Center for the unit summary; null when only its soda gun is drawn. */
  readonly center: { readonly x: number; readonly y: number } | null;
  /** Half of the width available for the summary. */
  readonly halfWidth: number;
  /** Top edge of the soda gun; null when it is not drawn. */
  readonly gunTop: number | null;
}

const width = 600;
const ringHeight = 600;
const tapsHeight = 350;
const gunHeight = 172;
/** Between the ring and the soda gun. */
const gap = 20;

/** Clockwise from the top. */
function ringSpots(): Spot[] {
  const positions = positionsFor('ROTENDER_CLASSIC', 'carousel');
  return positions.map((position, index) => {
    const angle = (index / positions.length) * 2 * Math.PI - Math.PI / 2;
    return {
      position,
      x: Math.round(width / 2 + 240 * Math.cos(angle)),
      y: Math.round(ringHeight / 2 + 240 * Math.sin(angle)),
      radius: 42,
    };
  });
}

function gunSpots(top: number): Spot[] {
  const positions = positionsFor('ROTENDER_CLASSIC', 'soda gun');
  return positions.map((position, index) => ({
    position,
    x: width / 2 + (index - (positions.length - 1) / 2) * 126,
    y: top + 102,
    radius: 46,
  }));
}

const tapSpots = (): Spot[] =>
  positionsFor('BEERTENDER', 'carousel').map((position, index) => ({
    position,
    x: index === 0 ? 120 : width - 120,
    y: 230,
    radius: 82,
  }));

/** @param source draws only this part of the unit; all of it by default */
export function layoutOf(category: UnitCategory, source?: IngredientSource): UnitLayout {
  if (category === 'BEERTENDER') {
    return {
      width,
      height: tapsHeight,
      spots: tapSpots(),
      center: { x: width / 2, y: 230 },
      halfWidth: 92,
      gunTop: null,
    };
  }
  if (source === 'soda gun') {
    const spots = gunSpots(0);
    return { width, height: gunHeight, spots, center: null, halfWidth: 0, gunTop: 0 };
  }
  const hasGun = source === undefined;
  const gunTop = ringHeight + gap;
  return {
    width,
    height: hasGun ? gunTop + gunHeight : ringHeight,
    spots: hasGun ? [...ringSpots(), ...gunSpots(gunTop)] : ringSpots(),
    center: { x: width / 2, y: ringHeight / 2 },
    halfWidth: 146,
    gunTop: hasGun ? gunTop : null,
  };
}

/** Stroke dash array that draws a level from the top of a circle: `12.3 45.6`. */
export function arcDashes(radius: number, percent: number): string {
  const around = 2 * Math.PI * radius;
  const filled = (around * Math.min(100, Math.max(0, percent))) / 100;
  return `${filled.toFixed(1)} ${around.toFixed(1)}`;
}
