/** Checks that hold for every screen. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Minified: each document that is checked parses it, and it is sent to the browser for each. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs in the browser, whose types this project does not include. */
const recordShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources
        .map(({ node, previousRect: { x, y, width, height } }) => {
          // Of what is inside of an input, or was removed since, there is only the place.
          if (!node) return 'from ' + [x, y, width, height];
          return node.className || \`\${node.nodeName} \${node.textContent}\`;
        })
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

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** The topmost dialog that covers the page. */
const openDialog = `[...document.querySelectorAll('[role$="dialog"][aria-modal="true"]')].at(-1)`;

/**
 * Expects no violation of WCAG 2.2 A and AA that axe can find, in both colour schemes, of which only the contrast of
 * colours depends on the scheme. The contrast, which takes three quarters of the time, is that of the dialog that covers
 * the page, if there is one: what is behind it cannot be used.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(page.frames(), 'frames').toHaveLength(1);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const check = async (within: string, options: object): Promise<string[]> => {
    const violations = await page.evaluate<Violation[]>(
      `axe.run(${within}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
        .then(({ violations }) => violations)`,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
  };
  const contrast = { runOnly: ['color-contrast'] };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (await page.evaluate<boolean>(`${openDialog} !== undefined`)) {
    const rules = { 'color-contrast': { enabled: false } };
    expect(await check('document', { runOnly: wcag, rules }), 'axe').toEqual([]);
    expect(await check(openDialog, contrast), 'contrast, light').toEqual([]);
  } else {
    // The tags include the contrast. One run gathers the styles of all elements once for all rules.
    expect(await check('document', { runOnly: wcag }), 'axe, light').toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await check(`${openDialog} ?? document`, contrast);
  expect(dark, 'contrast, dark').toEqual([]);
}

/** The screen of the tests that set no other: see playwright.config.ts. */
export const desktop = { width: 1440, height: 900 };

/** Expects that nothing is wider than the screen of a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(tooWide, 'pixels beyond the screen').toBe(0);
}
