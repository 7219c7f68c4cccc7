/** Runs the contract at build time and puts its methods and paths in place of endpoint-paths.ts. */
import type { Plugin } from 'vite';
import { runnerImport } from 'vite';

interface Contract {
  readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>>;
}

/** @param contract absolute path of the file that lists the endpoints */
export function endpointPathsPlugin(contract: string): Plugin {
  return {
    name: 'barback:endpoint-paths',
    enforce: 'pre',
    // Tests use endpoint-paths.ts unchanged, because bundle size does not matter there.
    apply: (_config, { mode }) => mode !== 'test',
    async load(id) {
      if (!id.endsWith('/web/api/endpoint-paths.ts')) return undefined;
      const { module, dependencies } = await runnerImport<Contract>(contract, {
        configFile: false,
        logLevel: 'error',
      });
      for (const dependency of dependencies) this.addWatchFile(dependency);
      // One text compresses better than as many objects; most are read with GET, which is left out.
      const lines = Object.entries(module.endpoints).map(([name, { method, path }]) =>
        method === 'GET' ? `${name} ${path}` : `${name} ${path} ${method}`,
      );
      return `export const endpointPaths = Object.fromEntries(
        ${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
          const [name, path, method = 'GET'] = line.split(' ');
          return [name, { method, path }];
        }),
      );`;
    },
  };
}
