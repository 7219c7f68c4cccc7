/** Polyfills for jsdom, and a clean browser state for every test. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { dismissNotices } from '../ui/toasts.tsx';

// A busy machine takes seconds for the first rendering of a screen; the default is one.
configure({ asyncUtilTimeout: 5_000 });

class ResizeObserverStub {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

// What jsdom does not implement. Assigned, because stubs of vitest end before each test.
Object.assign(globalThis, {
  // No media query matches: a narrow window, a light scheme. Tests override this as needed.
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
  ResizeObserver: ResizeObserverStub,
  scrollTo: () => undefined,
});

Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;

// jsdom does not implement modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// jsdom hides popovers and cannot show them: a shown one is an ordinary element.
HTMLElement.prototype.showPopover = function showPopover() {
  this.removeAttribute('popover');
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  // The document and the modules of a worker outlive the file.
  document.body.replaceChildren();
  dismissNotices();
  // No key or button stays held down, see ui/released.ts.
  dispatchEvent(new Event('keyup'));
  vi.useRealTimers();
  // Here rather than before the next test, whose file may spy on what it finds when it is imported.
  vi.unstubAllGlobals();
});

afterAll(() => {
  vi.restoreAllMocks();
});
