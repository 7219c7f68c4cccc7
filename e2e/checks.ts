/** What holds for every screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Runs in the page, so it is text here: these files know no browser. */
const noteShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node }) => node?.className || node?.nodeName).join(', ');
      window.shifts.push(value + ' at ' + startTime + ': ' + moved);
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** From now on every page notes what moves in it without being asked to. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript({ content: noteShifts });
}

export async function expectNoShift(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>('window.shifts'), 'layout shifts').toEqual([]);
}

/** No violation of WCAG 2.2 A and AA that axe can find, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}

/** On a phone nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(tooWide, 'pixels beyond the screen').toBe(0);
}
