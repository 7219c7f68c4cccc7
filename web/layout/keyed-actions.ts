/** Actions of the screen with their keys, for the list of shortcuts and the command palette. */
import { groupBy } from '../../lib/lists.ts';
import { type ScreenAction, screenActions } from '../ui/screen-keys.ts';

/** An action with all its keys, as they are written on a keyboard. */
export interface KeyedAction extends ScreenAction {
  readonly keys: readonly string[];
}

const written: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

const writtenKey = (key: string): string =>
  key
    .split(' ')
    .map((part) => written[part] ?? (part.length > 1 ? part : part.toUpperCase()))
    .join(' ');

/** Actions that have a key, those of the screen before those of what is around it. */
export function keyedActions(): readonly KeyedAction[] {
  const shown = screenActions.get().toReversed();
  const byLabel = groupBy(
    shown.flatMap((actions) => Object.entries(actions)),
    ([, { label }]) => label,
  );
  return [...byLabel].flatMap(([, [first, ...others]]) => {
    if (first === undefined) return [];
    const keys = [first, ...others].map(([key]) => writtenKey(key));
    return { ...first[1], keys };
  });
}
