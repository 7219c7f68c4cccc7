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

/** Runs in the browser: the topmost dialog that covers the page, else the document. */
const openPart = `[...document.querySelectorAll('[role$="dialog"][aria-modal="true"]')].at(-1) ?? document.body`;

/**
 * Runs in the browser: groups the visible texts of a part by all that the contrast of their colours depends on, and by the
 * classes that style them.
 */
const groupTexts = `(part) => {
  const isOpaque = (color) => !color.startsWith('rgba') && !color.includes('/');
  const opacityOf = (element) =>
    element ? getComputedStyle(element).opacity * opacityOf(element.parentElement) : 1;
  const backgroundOf = (element) => {
    if (!element) return [];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const own = [element.getAttribute('class'), backgroundColor, backgroundImage];
    return isOpaque(backgroundColor) ? own : [...own, ...backgroundOf(element.parentElement)];
  };
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const elements = new Set(part.querySelectorAll('input, select, textarea'));
  while (texts.nextNode())
    if (texts.currentNode.data.trim() !== '') elements.add(texts.currentNode.parentElement);
  const groups = {};
  for (const element of elements) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const isDisabled = element.closest(':disabled, [aria-disabled="true"]') !== null;
    const look = [element.nodeName, color, fontSize, fontWeight, isDisabled, opacityOf(element)];
    (groups[[...look, ...backgroundOf(element)].join(' ')] ??= []).push(element);
  }
  return groups;
}`;

/**
 * Runs in the browser: examines the contrast of these groups of texts; returns violations, and the groups that are gone
 * or for which axe has no result.
 */
const examineContrast = `async (groups, names) => {
  const shown = names.filter((name) => groups[name].every(({ isConnected }) => isConnected));
  if (shown.length === 0) return { violations: [], unclear: names };
  const { violations, incomplete } = await axe.run(
    { include: shown.flatMap((name) => groups[name]) },
    { runOnly: ['color-contrast'], resultTypes: ['violations', 'incomplete'], elementRef: true },
  );
  const unclear = incomplete.flatMap(({ nodes }) => nodes.map(({ element }) => element));
  return {
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    })),
    unclear: names.filter(
      (name) => !shown.includes(name) || groups[name].some((element) => unclear.includes(element)),
    ),
  };
}`;

/** Groups of texts whose contrast suffices. */
const legible = new Set<string>();

/**
 * Expects that the contrast of colours suffices. axe takes most of its time for that, so it examines each group of texts
 * when a test of this worker shows it for the first time, and again while it has no result.
 */
async function expectContrast(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The page learns of the scheme with its next frame.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  const groups = await page.evaluate<string[]>(
    `Object.keys(window.groups = (${groupTexts})(${openPart}))`,
  );
  const unknown = groups.filter((group) => !legible.has(group));
  if (unknown.length === 0) return;
  const { violations, unclear } = await page.evaluate<{
    violations: Violation[];
    unclear: string[];
  }>(`(${examineContrast})(window.groups, ${JSON.stringify(unknown)})`);
  expect(describe(violations), `contrast, ${colorScheme}`).toEqual([]);
  for (const group of unknown) if (!unclear.includes(group)) legible.add(group);
}

const describe = (violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );

/**
 * Expects no violation of WCAG 2.2 A and AA that axe can find, in both colour schemes, of which only the contrast of
 * colours depends on the scheme. The contrast is that of the dialog that covers the page, if there is one: what is behind
 * it cannot be used.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(page.frames(), 'frames').toHaveLength(1);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const options = {
    runOnly: wcag,
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  };
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  expect(describe(violations), 'axe').toEqual([]);
  await expectContrast(page, 'light');
  await expectContrast(page, 'dark');
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
