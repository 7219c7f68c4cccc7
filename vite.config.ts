import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { endpointPathsPlugin } from './tools/endpoint-paths-plugin.ts';
import { headScriptsPlugin, preloadScreenPlugin } from './tools/head-plugin.ts';
import { pxToRem } from './tools/px-to-rem.ts';
import { workerPlugin } from './tools/worker-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Preloads the font of all screens with the page, before the style sheet is parsed. */
const preloadFont: Plugin = {
  name: 'barback:preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((file) => file.includes('inter-latin-wght'));
      if (!font) return [];
      return [
        {
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${font}`,
            crossorigin: '',
          },
          injectTo: 'head-prepend',
        },
      ];
    },
  },
};

/** False for what only the screens of signing in share, those with charts, menus or pages, and dialogs. */
const isOfAllScreens = (id: string): boolean =>
  !/(auth-layout|(drink|menu)-messages|ring|new-password-fields|password-field|PasswordInput\/\w+|figures-table|action-menu|pager|sent-form)\.(tsx|mjs|module\.css)/.test(
    id,
  );

/** Modules of a few hundred bytes that some screens share: as files of their own, they compress badly. */
const isSmall = (id: string): boolean =>
  /\/(Icon(Receipt|GlassFull|Mail|Download|Calendar|HelpCircle)|DirectionProvider|create-safe-context|report-messages|use-download)\.(mjs|tsx?)$/.test(
    id,
  );

/**
 * Files that are loaded together, and compress better as one: refunds, comparisons with another period, forecasts,
 * pictures that are chosen, and positions with their places in the drawing.
 */
const isOfRefunds = (id: string): boolean => /\/(refund-messages|api\/refunds)\.ts$/.test(id);
const isOfForecasts = (id: string): boolean =>
  /\/(forecast-messages|run-out-text|api\/stock-forecast)\.ts$/.test(id);
const isOfComparisons = (id: string): boolean =>
  /\/compare\/(compared-nights|compare-messages)\.ts$/.test(id);
const isOfPictures = (id: string): boolean => /\/(files|drop-zone|picked-image)\.tsx?$/.test(id);
const isOfPositions = (id: string): boolean => /\/(geometry|positions)\.ts$/.test(id);

/** What screens of menus share: short texts, rules of drinks and the search by name. */
const isOfMenus = (id: string): boolean =>
  /\/(menu-messages|new-drink|stock-messages|change-messages|search-words)\.tsx?$/.test(id);

/** Entries that wait to be sent. */
const isOfWaiting = (id: string): boolean =>
  /\/api\/((waiting|refill|count|settlement)-queue|send-waiting)\.ts$/.test(id);

const api = process.env['API_URL'] ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: here('web'),
  plugins: [
    react(),
    endpointPathsPlugin(here('contract/endpoints.ts')),
    preloadFont,
    headScriptsPlugin(here('web/head'), [
      'color-scheme.js',
      'reload.js',
      'input-method.js',
      'translated-text.js',
    ]),
    preloadScreenPlugin(here('web')),
    workerPlugin(here('web')),
  ],
  css: { postcss: { plugins: [pxToRem] } },
  build: {
    outDir: here('build/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen loads is compressed as one file, which is smaller than its many parts.
        codeSplitting: {
          groups: [
            { name: 'base', minShareCount: 14, test: isOfAllScreens },
            { name: 'small', minShareCount: 3, test: isSmall },
            { name: 'refunds', minShareCount: 2, test: isOfRefunds },
            { name: 'forecasts', minShareCount: 2, test: isOfForecasts },
            { name: 'menus', minShareCount: 2, test: isOfMenus },
            { name: 'pictures', minShareCount: 2, test: isOfPictures },
            { name: 'waiting', test: isOfWaiting },
            { name: 'positions', minShareCount: 2, test: isOfPositions },
            { name: 'compared', minShareCount: 2, test: isOfComparisons },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': api, '/files': api },
  },
});
