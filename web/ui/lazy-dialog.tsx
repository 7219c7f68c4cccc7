import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { Dialog, StillContext } from './dialog.tsx';
import { ErrorLine, SkeletonField } from './page.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Dialog whose code is loaded when it is first opened. Its frame opens at once, and shows when the code cannot be
 * loaded.
 * @param title of the dialog, as it has it itself
 */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  title: string,
  load: Load<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyDialog(props: Props) {
    const [Content, setContent] = useState(() => loaded);
    const [waited] = useState(loaded === undefined);
    const [failed, setFailed] = useState(false);

    useEffect(() => {
      if (Content || failed) return undefined;
      let isGone = false;
      const open = async () => {
        try {
          loaded = (await load()).default;
          if (!isGone) setContent(() => loaded);
        } catch {
          if (!isGone) setFailed(true);
        }
      };
      void open();
      return () => {
        isGone = true;
      };
    }, [Content, failed]);

    if (Content) {
      return (
        <StillContext value={waited}>
          <Content {...props} />
        </StillContext>
      );
    }
    return (
      <Dialog title={title} onClose={props.onClose}>
        {failed ? (
          <ErrorLine onRetry={() => setFailed(false)}>
            This part of the page could not be loaded.
          </ErrorLine>
        ) : (
          <DialogSkeleton />
        )}
      </Dialog>
    );
  };
}

/** A form that is loading. */
export const DialogSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <div aria-hidden="true" className="grid gap-16">
      <SkeletonField label=" " />
      <SkeletonField label=" " />
      <SkeletonField label=" " />
    </div>
  </div>
);

/**
 * Part of a screen whose code is loaded when it is first shown. When that fails, the part stays empty rather than
 * replacing the screen by an error: the screen may hold typed text. web/router/reload-once.ts handles the failure.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return await load();
    } catch {
      return { default: () => null };
    }
  });

// Parts that a press opens, such as menus. Loaded at the press, the first one would take a second on a phone.

let isOpened = false;
let running = 0;
const waiting = new Set<() => Promise<unknown>>();

/** True while parts are loaded ahead of their press: that one of them is missing is no error yet. */
export const isLoadingAhead = (): boolean => running > 0;

async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  running += 1;
  // Loaded again by the press.
  await load().catch(() => undefined);
  running -= 1;
}

function loadWaiting(): void {
  isOpened = true;
  for (const load of waiting) void loadAhead(load);
  waiting.clear();
}

/** Milliseconds after the page has loaded, in which its screen loads what it needs itself. */
const openingMs = 4_000;

/** Loads the parts that a press opens, once the page has been opened. */
export function loadPressedParts(): void {
  // The scripts of the page have run before its load event.
  addEventListener('load', () => setTimeout(loadWaiting, openingMs), { once: true });
}

/** Loads code that a press needs once the page has been opened. */
export function loadBeforePress(load: () => Promise<unknown>): void {
  if (isOpened) void loadAhead(load);
  else waiting.add(load);
}

/** A part of a screen that a press opens. */
export const pressedPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => {
  loadBeforePress(load);
  return lazyPart(load);
};
