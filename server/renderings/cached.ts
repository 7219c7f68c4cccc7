/** LRU cache bounded by total weight. */
export interface Stored<Value> {
  get(key: string): Value | undefined;
  /** Evicts the least recently used first; does not cache a value that exceeds the limit by itself. */
  set(key: string, value: Value): void;
}

export function lruCache<Value>(most: number, weigh: (value: Value) => number): Stored<Value> {
  // A Map iterates in insertion order.
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
