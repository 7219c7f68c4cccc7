/** npm run demo-pictures: draws the pictures of the demo's ingredients into db/demo/pictures, with the browser of the tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserOptions } from '../e2e/browser.ts';
import { pictures } from './demo-pictures/pictures.ts';
import { home } from './import-graph.ts';

const font = readFileSync(
  join(home, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');
const page = (svg: string) => `<!doctype html><style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }
  html, body { margin: 0; background: transparent; }
  svg { display: block; font-family: Inter; }
</style>${svg}`;

const browser = await chromium.launch(await browserOptions());
try {
  // Twice the size of the cards, for screens of twice the density.
  const tab = await browser.newPage({
    viewport: { width: 100, height: 164 },
    deviceScaleFactor: 2,
  });
  for (const [name, svg] of Object.entries(pictures)) {
    await tab.setContent(page(svg));
    await tab.evaluate('document.fonts.ready');
    const png = await tab.screenshot({ omitBackground: true });
    writeFileSync(join(home, 'db/demo/pictures', `${name}.png`), png);
  }
} finally {
  await browser.close();
}
