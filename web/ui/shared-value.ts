/** Observable value shared between distant components, outside the component tree. */
import { useSyncExternalStore } from 'react';

export interface SharedValue<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function sharedValue<Value>(initial: Value): SharedValue<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSharedValue = <Value>(shared: SharedValue<Value>): Value =>
  useSyncExternalStore(shared.subscribe, shared.get);
