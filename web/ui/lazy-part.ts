import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

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
