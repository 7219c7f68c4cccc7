import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissNotices } from '../ui/toasts.tsx';
import { isReloading, reloadOnMissingFiles } from './reload-once.ts';

let stop: () => void = () => undefined;
const reload = vi.fn<() => void>();

/** Loads a page of this build. */
const open = (build: string) => {
  stop();
  document.head.innerHTML = `<script type="module" src="/assets/index-${build}.js"></script>`;
  document.body.innerHTML = '<input>';
  reload.mockReset();
  stop = reloadOnMissingFiles(reload);
};
const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
const type = () =>
  document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  stop();
  dismissNotices();
});

test('a missing file reloads the page once, however many are missing', () => {
  open('a');
  expect(isReloading()).toBe(false);
  fail();
  fail();
  expect(reload).toHaveBeenCalledOnce();
  expect(isReloading()).toBe(true);
});

test('a build whose files stay missing is not reloaded again, a newer one is', () => {
  for (const [build, times] of [
    ['a', 1],
    ['a', 0],
    ['b', 1],
    ['a', 0],
    ['b', 0],
  ] as const) {
    open(build);
    fail();
    expect(reload, build).toHaveBeenCalledTimes(times);
  }
});

test('a lost network does not reload the page, which would lose it', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open('a');
  fail();
  expect(reload).not.toHaveBeenCalled();
  online.mockRestore();
  fail();
  expect(reload).toHaveBeenCalledOnce();
});

test('typed text is not lost by a reload', () => {
  open('a');
  type();
  fail();
  expect(reload).not.toHaveBeenCalled();
  window.history.replaceState(null, '', '/another-screen');
  fail();
  expect(reload).toHaveBeenCalledOnce();
});
