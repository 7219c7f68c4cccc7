/** Vite plugins for the head of the page: what runs and is requested before the code of the dashboard has arrived. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin, type Rollup } from 'vite';

const scriptTag = (name: string, code: string): string =>
  `<script>${minifySync(name, code).code}</script>`;

/** Puts scripts in place of `<!-- head scripts -->`, where they cost no request. The server allows them by their hash. */
export const headScriptsPlugin = (folder: string, names: readonly string[]): Plugin => ({
  name: 'barback:head-scripts',
  transformIndexHtml: (html) => {
    const tags = names.map((name) => scriptTag(name, readFileSync(join(folder, name), 'utf8')));
    return html.replace('<!-- head scripts -->', () => tags.join(''));
  },
});

/** `const dashboard: LoadScreen = () => import('./screens/dashboard/dashboard-screen.tsx')` of the route table. */
const screenPattern = /const (\w+): LoadScreen = \(\) =>\s*import\('\.\/([^']+)'\)/g;
/** `row('/dashboard', 'deep', 'ownerContext', dashboard` of the route table. */
const rowPattern = /row\(\s*'([^']+)',\s*'(exact|strict|deep)',\s*'(\w+)',\s*(\w+)/g;

interface ScreenFile {
  /** Path of the route, parameters prefixed with $. */
  readonly path: string;
  readonly who: string;
  /** Below the folder of the dashboard. */
  readonly file: string;
}

/** The file of each screen by the path of its route. */
export function screenFiles(routeTable: string): ScreenFile[] {
  const files = new Map<string, string>();
  for (const [, name = '', file = ''] of routeTable.matchAll(screenPattern)) files.set(name, file);
  return [...routeTable.matchAll(rowPattern)].map(([, path = '', , who = '', name = '']) => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`The route ${path} names no screen: ${name}`);
    return { path, who, file };
  });
}

type Bundle = Rollup.OutputBundle;

/** A chunk with all that it imports, and their style sheets. */
function withImports(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== 'chunk') return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

/**
 * Puts web/head/preload-screen.js in place of `<!-- screen -->`, with the files of each screen: the code of the screen at
 * the address is requested together with that of the dashboard, and not after it.
 * @param folder of the dashboard
 */
export const preloadScreenPlugin = (folder: string): Plugin => ({
  name: 'barback:preload-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      if (!bundle) return html;
      const loaded = new Set(
        [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = '']) => file),
      );
      const chunkOf = new Map(
        Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' && one.facadeModuleId
            ? [[one.facadeModuleId, one.fileName] as const]
            : [],
        ),
      );
      const files: string[] = [];
      const indexOf = (file: string) =>
        files.includes(file) ? files.indexOf(file) : files.push(file) - 1;
      const screens: Record<string, number[]> = {};
      const routes = screenFiles(readFileSync(join(folder, 'routes.tsx'), 'utf8'));
      // The last of two screens for one path is that for an account.
      for (const { path, file } of routes.filter(({ who }) => who !== 'public')) {
        // An owner is sent on to the root, whose screen is loaded then.
        if (path === '/register') continue;
        const chunk = chunkOf.get(join(folder, file));
        if (chunk === undefined) throw new Error(`The build has no chunk of ${file}`);
        screens[path] = [...withImports(bundle, chunk)]
          .filter((name) => !loaded.has(name))
          .map(indexOf);
      }
      // An owner is sent from the root to this screen.
      screens['/'] = screens['/add-drink'] ?? [];
      const code = readFileSync(join(folder, 'head/preload-screen.js'), 'utf8')
        .replace('__FILES__', () => JSON.stringify(files))
        .replace('__SCREENS__', () => JSON.stringify(screens));
      return html.replace('<!-- screen -->', () => scriptTag('preload-screen.js', code));
    },
  },
});
