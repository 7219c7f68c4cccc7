// Import graph read from the sources, including types and dynamic imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const home = fileURLToPath(new URL('..', import.meta.url));

export interface Import {
  /** Importing file, relative to the project root: web/ui/page.tsx. */
  from: string;
  /** Imported file in the same form; a package or Node.js module by its name. */
  to: string;
  isOwn: boolean;
  /** True for type-only imports, which are erased at run time. */
  isType: boolean;
}

/** Every source file of these projects. */
export function listSources(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.tsx?$/.test(path))
      .sort(),
  );
}

export function readImports(file: string): Import[] {
  return parseImports(file, readFileSync(join(home, file), 'utf8'));
}

/** @param file path of the text, against which relative imports are resolved */
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

/** Circular imports, types included, as a path back to its start. */
export function findCircle(imports: readonly Import[]): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to, isOwn } of imports) {
    if (isOwn) next.set(from, [...(next.get(from) ?? []), to]);
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

export interface Export {
  name: string;
  /** Summary (up to the first full stop) of its doc comment. */
  says: string;
}

/** Functions and values that a source exports, without types. */
export function listExports(text: string): Export[] {
  const { program, comments } = parseSync('source.ts', text);
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
    const { declaration } = statement;
    const doc = comments.findLast(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        end <= statement.start &&
        text.slice(end, statement.start).trim() === '',
    );
    const says = doc === undefined ? '' : firstLine(doc.value);
    if (declaration.type === 'FunctionDeclaration') {
      return [{ name: declaration.id?.name ?? '', says }];
    }
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [{ name: id.name, says }] : [],
    );
  });
}

function firstLine(doc: string): string {
  const words = doc
    .replaceAll(/^\s*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const described = words.split(/ @\w/)[0] ?? '';
  return /^.*?[.!?](?=\s|$)/.exec(described)?.[0] ?? described;
}
