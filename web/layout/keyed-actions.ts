/** Actions of the screen with their keys, for the list of shortcuts and the command palette. */
import { groupBy } from '../../lib/lists.ts';
import { type ScreenAction, screenActions } from '../ui/screen-keys.ts';

/** An action with all its keys, as they are written on a keyboard. */
export interface KeyedAction extends ScreenAction {
  readonly keys: readonly string[];
}

const written: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

const writtenKey = (key: string): string =>
  written[key] ?? (key.length > 1 ? key : key.toUpperCase());

/** Actions that have a key, those of the screen before those of what is around it. */
export function keyedActions(): readonly KeyedAction[] {
  const shown = screenActions.get().toReversed();
  const byLabel = groupBy(
    shown.flatMap((actions) => Object.entries(actions)),
    ([, { label }]) => label,
  );
  return [...byLabel].flatMap(([label, [first, ...others]]) => {
    if (first === undefined) return [];
    const keys = [first, ...others].map(([key]) => writtenKey(key));
    return { label, keys, act: first[1].act };
  });
}
