/** Checks that hold for every screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Runs in the browser, whose types this project does not include. */
const recordShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources
        .map(({ node }) => node?.className || \`\${node?.nodeName} \${node?.textContent}\`)
        .join(', ');
      window.shifts.push(value + ' at ' + startTime + ': ' + moved);
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Records every layout shift that no user input caused. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript({ content: recordShifts });
}

export async function expectNoShift(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>('window.shifts'), 'layout shifts').toEqual([]);
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects no violation of WCAG 2.2 A and AA that axe can find, in both colour schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  // The legacy mode finds the same in a page without frames, and opens no second page to gather the results.
  expect(page.frames(), 'frames').toHaveLength(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page })
      .options({ runOnly: rules, resultTypes: ['violations'] })
      .setLegacyMode()
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}

/** Expects that nothing is wider than the screen of a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(tooWide, 'pixels beyond the screen').toBe(0);
}
