/** Replaces elements only while no button or key is held down: a click is lost if its element is replaced under it. */
import { flushSync } from 'react-dom';

const presses = ['pointerdown', 'keydown'] as const;
const releases = ['pointerup', 'pointercancel', 'keyup'] as const;

let pressed = false;
const isPressed = () => pressed;
let waiting: (() => void)[] = [];

for (const event of presses) {
  addEventListener(event, () => (pressed = true), { capture: true, passive: true });
}
for (const event of releases) {
  addEventListener(
    event,
    () => {
      pressed = false;
      // After the click that the release causes.
      for (const go of waiting) setTimeout(go);
      waiting = [];
    },
    { capture: true, passive: true },
  );
}

const nextRelease = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));

/**
 * Runs `change`, which sets states, once nothing is held down and `isInUse` is false; it is asked again after each
 * release. What changes is rendered at once, as a press could begin before a later rendering.
 */
export async function changeReleased(change: () => void, isInUse = () => false): Promise<void> {
  while (isPressed() || isInUse()) await nextRelease();
  flushSync(change);
}
