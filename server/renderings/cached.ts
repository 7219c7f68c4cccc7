/** Things that are kept for the next time, as long as all of them together weigh no more than they may. */
export interface Kept<Value> {
  get(key: string): Value | undefined;
  /** What was not asked for longest goes first; what weighs too much by itself is not kept. */
  set(key: string, value: Value): void;
}

export function keepUpTo<Value>(most: number, weigh: (value: Value) => number): Kept<Value> {
  // A map is in the order in which its keys were set.
  const values = new Map<string, Value>();
  let weight = 0;
  const drop = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    weight -= weigh(value);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set: (key, value) => {
      drop(key);
      if (weigh(value) > most) return;
      values.set(key, value);
      weight += weigh(value);
      for (const [oldest] of values) {
        if (weight <= most) return;
        drop(oldest);
      }
    },
  };
}
