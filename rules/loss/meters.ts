/** Positions that pour more or less than is set. */

/** Pours of a position, of lines without a failed glass whose servings are known. */
export interface MeteredPours {
  readonly unitId: string;
  readonly position: number;
  readonly ingredientId: string;
  /** A double counts as two. */
  readonly servings: number;
  readonly setMl: number;
  readonly pouredMl: number;
}

export interface MeterFinding extends MeteredPours {
  /** Beyond what is set, a fraction; negative where less is poured. */
  readonly ratio: number;
}

/** Fewer servings may differ by chance. */
export const leastServings = 200;
/** From this fraction on a position is named. */
export const leastRatio = 0.03;

/** Positions that are off, most ml first. */
export function findMeters(pours: readonly MeteredPours[]): MeterFinding[] {
  const places = new Map<string, MeteredPours>();
  for (const row of pours) {
    const key = `${row.unitId} ${row.position} ${row.ingredientId}`;
    const { servings = 0, setMl = 0, pouredMl = 0 } = places.get(key) ?? {};
    places.set(key, {
      ...row,
      servings: servings + row.servings,
      setMl: setMl + row.setMl,
      pouredMl: pouredMl + row.pouredMl,
    });
  }
  const off = ({ pouredMl, setMl }: MeteredPours): number => Math.abs(pouredMl - setMl);
  return [...places.values()]
    .map((place) => ({ ...place, ratio: place.setMl === 0 ? 0 : place.pouredMl / place.setMl - 1 }))
    .filter(
      ({ servings, ratio }) =>
        // Shares of lines that two positions poured are no whole numbers.
        Math.round(servings) >= leastServings && Math.abs(ratio) >= leastRatio,
    )
    .toSorted((a, b) => off(b) - off(a));
}
