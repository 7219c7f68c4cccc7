// Module boundaries of the project.
import type { Import } from './import-graph.ts';

const isTest = (file: string): boolean =>
  /\.test\.tsx?$|(^|\/)testing\/|(^|\/)test-[\w-]+\.ts$/.test(file);

/** Files that each project may import; a project may always import itself. */
const permitted: Record<string, RegExp> = {
  lib: /^lib\//,
  rules: /^(rules|lib)\//,
  contract: /^(contract|rules|lib)\//,
  db: /^(db|rules|lib)\//,
  server: /^(server|contract|rules|lib|db)\/|^package\.json$/,
  'web/ui': /^web\/ui\//,
  web: /^(web|contract|rules|lib)\//,
  client: /^(client|contract|rules|lib)\/|^web\/api\//,
  simulator: /^(simulator|client|contract|rules|lib)\/|^web\/api\//,
};

/** Packages that a pure project may import. */
const purePackages: Record<string, RegExp> = {
  lib: /^(date-fns|@date-fns\/tz|libphonenumber-js)(\/|$)/,
  rules: /^(bowser|date-fns|@date-fns\/tz|libphonenumber-js)(\/|$)/,
  contract: /^zod$/,
};

interface Ban {
  from: RegExp;
  to: RegExp;
  /** Permits type-only imports. */
  typesPass?: boolean;
  why: string;
}

// $1 in `to` is the first group matched by `from`.
const bans: readonly Ban[] = [
  {
    // A view may import a view: the sales report embeds sales as the orders endpoints return them.
    from: /^server\/([\w-]+)\/(?!.*\.view\.ts$)/,
    to: /^server\/(?!$1\/)[\w-]+\/[\w-]+\.view\.ts$/,
    why: "a module imports another module's queries and commands, never its views",
  },
  {
    from: /^server\/(?!app\.ts)/,
    to: /\.routes\.ts$/,
    why: 'only app.ts mounts routes',
  },
  {
    from: /^server\/shared\//,
    to: /^server\/(?!shared\/|adapters\/[\w-]+\/port\.ts)/,
    why: 'shared imports no module',
  },
  {
    from: /^server\/http\//,
    to: /^server\/(?!shared\/|http\/|adapters\/[\w-]+\/port\.ts)/,
    why: 'http serves every module and imports none',
  },
  {
    // The rendering host is a separate listener.
    from: /^server\/(?!app\.ts|http\/)(?!.*(\.routes|\/rendering-host)\.ts$)/,
    to: /^server\/http\//,
    why: 'only routes import http',
  },
  {
    from: /^server\/(?!main\.ts)(?!adapters\/)/,
    to: /^server\/adapters\/[\w-]+\/(?!port\.ts)/,
    why: 'only main.ts chooses adapters; the others know their ports',
  },
  {
    from: /^server\/[\w-]+\/(?!.*\.(routes|view)\.ts$)/,
    to: /^server\/(app|main)\.ts$|\.view\.ts$/,
    why: 'a command knows nothing of responses',
  },
  {
    from: /^server\/.*\.queries\.ts$/,
    to: /^contract\/|^server\/(?!(shared\/)?(ids|deps|drink-columns)\.ts|.*\.queries\.ts|adapters\/[\w-]+\/port\.ts)/,
    why: 'queries speak to the database and nothing else',
  },
  {
    // The fields of a row by their API names are also what its command compares and audits.
    from: /^server\/.*\.view\.ts$/,
    to: /^server\/(?!.*(\.view|-fields)\.ts)/,
    typesPass: true,
    why: 'a view turns rows into the shapes of the contract and does nothing else',
  },
  {
    from: /^server\/(?!main\.ts|(startup\/)?open-database\.ts)/,
    to: /^db\/(pool\/connect|embedded\/|migrate|data-folder)/,
    typesPass: true,
    why: 'only the start opens a database; the others are given one',
  },
  {
    from: /^web\/screens\/([\w-]+)\//,
    to: /^web\/screens\/(?!$1\/)/,
    why: 'a screen never imports another; what they share is a component',
  },
  {
    from: /^web\/(?!routes\.tsx|screens\/)/,
    to: /^web\/screens\//,
    why: 'only routes.tsx imports screens',
  },
  {
    from: /^web\/screens\//,
    to: /^web\/(layout|routes)/,
    why: 'a screen does not know its layout',
  },
  {
    from: /^web\/components\//,
    to: /^web\/(screens|layout|routes)/,
    why: 'a component is built of api, context, session and ui',
  },
];

/** Message describing a forbidden import; null when it is allowed. */
export function findBreach({ from, to, isOwn, isType }: Import): string | null {
  const project = from.startsWith('web/ui/') ? 'web/ui' : (from.split('/')[0] ?? '');
  const breach = (why: string): string => `${from} imports ${to}: ${why}`;
  if (isTest(from)) return null;
  if (!isOwn) {
    const pure = purePackages[project];
    return pure === undefined || pure.test(to)
      ? null
      : breach(`${project} may not use this package`);
  }
  if (isTest(to)) return breach('only tests import what is made for tests');
  const allowed = permitted[project];
  if (allowed !== undefined && !allowed.test(to))
    return breach(`${project} may not import from there`);
  const ban = bans.find((each) => !(each.typesPass && isType) && isBanned(each, from, to));
  return ban === undefined ? null : breach(ban.why);
}

function isBanned(ban: Ban, from: string, to: string): boolean {
  const match = ban.from.exec(from);
  if (match === null) return false;
  return new RegExp(ban.to.source.replaceAll('$1', match[1] ?? '')).test(to);
}

/** Folders of the server from the top down: each imports those after it. */
const serverLayers = (
  'worker webhooks close-outs report-views certificates verification metrics health docs version all-venues search price-rehearsal accounting deliveries loss live issues alerts fleet cases refused-sales refunds diagnosis imports menu-loss stock-counts refills forecast standard-bars copies settings flags ingredients files reports ' +
  'orders people users acting renderings notices price-changes price-plans menu-categories drinks walls tokens units venues owners recipients memberships startup prices audit stock changes sums rollups http adapters jobs shared'
).split(' ');

const folderOf = (file: string): string => /^server\/([\w-]+)\//.exec(file)?.[1] ?? '';

/** Imports that run up the layers of the server, between folders: `venues imports flags`. */
export function importsAgainstLayers(imports: readonly Import[]): string[] {
  const found = imports
    .filter(({ from, isOwn }) => isOwn && !isTest(from))
    .map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
    .filter(([from, to]) => from !== '' && to !== '' && from !== to)
    .filter(([from, to]) => serverLayers.indexOf(from) > serverLayers.indexOf(to))
    .map(([from, to]) => `${from} imports ${to}`);
  return [...new Set(found)].sort();
}
