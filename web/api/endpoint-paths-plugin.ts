/** Runs the contract at build time and puts its methods and paths in place of endpoint-paths.ts. */
import type { Plugin } from 'vite';
import { runnerImport } from 'vite';

interface Contract {
  readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>>;
}

/** @param contract the file that lists the calls, as an absolute path */
export function endpointPathsPlugin(contract: string): Plugin {
  return {
    name: 'barback:endpoint-paths',
    enforce: 'pre',
    // Tests run endpoint-paths.ts as it stands: there is no browser to spare.
    apply: (_config, { mode }) => mode !== 'test',
    async load(id) {
      if (!id.endsWith('/web/api/endpoint-paths.ts')) return undefined;
      const { module, dependencies } = await runnerImport<Contract>(contract, {
        configFile: false,
        logLevel: 'error',
      });
      for (const dependency of dependencies) this.addWatchFile(dependency);
      const bare = Object.entries(module.endpoints).map(([name, { method, path }]) => [
        name,
        { method, path },
      ]);
      return `export const endpointPaths = ${JSON.stringify(Object.fromEntries(bare))};`;
    },
  };
}
