// Who imports whom, read from the sources themselves: types and dynamic imports too.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const home = fileURLToPath(new URL('..', import.meta.url));

export interface Import {
  /** The importing file, from the project's folder: web/ui/card.tsx. */
  from: string;
  /** The imported file in the same way; a package or a part of Node.js by its name. */
  to: string;
  isOwn: boolean;
  /** Only types: gone when the program runs. */
  isType: boolean;
}

/** Every source file of these rooms. */
export function listSources(rooms: readonly string[]): string[] {
  return rooms.flatMap((room) =>
    readdirSync(join(home, room), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(room, name.replaceAll('\\', '/')))
      .filter((path) => /\.tsx?$/.test(path))
      .sort(),
  );
}

export function readImports(file: string): Import[] {
  return parseImports(file, readFileSync(join(home, file), 'utf8'));
}

/** @param file where the text stands, which decides what a relative import means */
export function parseImports(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`);
  const to = (request: string, isType: boolean): Import => {
    const isOwn = request.startsWith('.');
    const path = isOwn ? posix.join(dirname(file), request) : request;
    return { from: file, to: path, isOwn, isType };
  };
  const imports = module.staticImports.map(({ moduleRequest, entries }) =>
    to(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType)),
  );
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [to(moduleRequest.value, isType)],
    );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const quoted = /^['"`](.+)['"`]$/.exec(text.slice(start, end))?.[1];
    return quoted === undefined ? [] : [to(quoted, false)];
  });
  return [...imports, ...exports, ...dynamic];
}

/** Files that import each other in a circle when the program runs, as a path back to itself. */
export function findCircle(imports: readonly Import[]): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to, isOwn, isType } of imports) {
    if (isOwn && !isType) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const to of next.get(file) ?? []) {
      const circle = walk(to, [...path, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of next.keys()) {
    const circle = walk(file, []);
    if (circle !== null) return circle;
  }
  return null;
}
