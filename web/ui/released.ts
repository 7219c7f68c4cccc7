/** Whether a button or a key is held down, so that nothing is replaced under a press. */
const presses = ['pointerdown', 'keydown'] as const;
const releases = ['pointerup', 'pointercancel', 'keyup'] as const;

let isPressed = false;
let waiting: (() => void)[] = [];

for (const event of presses) {
  addEventListener(event, () => (isPressed = true), { capture: true, passive: true });
}
for (const event of releases) {
  addEventListener(
    event,
    () => {
      isPressed = false;
      // After the click that the release causes.
      for (const go of waiting) setTimeout(go);
      waiting = [];
    },
    { capture: true, passive: true },
  );
}

/** Resolves after the next release of a button or a key. */
export const nextRelease = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));

/** Resolves at once when nothing is held down, else after the release. */
export const released = (): Promise<void> => (isPressed ? nextRelease() : Promise.resolve());
