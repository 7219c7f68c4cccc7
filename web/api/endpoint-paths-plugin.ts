/** Runs the contract at build time and puts its bare addresses in the place of addresses.ts. */
import type { Plugin } from 'vite';
import { runnerImport } from 'vite';

interface Contract {
  readonly calls: Readonly<Record<string, { readonly method: string; readonly path: string }>>;
}

/** @param contract the file that lists the calls, as an absolute path */
export function callAddresses(contract: string): Plugin {
  return {
    name: 'barback:call-addresses',
    enforce: 'pre',
    // Tests run addresses.ts as it stands: there is no browser to spare.
    apply: (_config, { mode }) => mode !== 'test',
    async load(id) {
      if (!id.endsWith('/web/api/endpoint-paths.ts')) return undefined;
      const { module, dependencies } = await runnerImport<Contract>(contract, {
        configFile: false,
        logLevel: 'error',
      });
      for (const dependency of dependencies) this.addWatchFile(dependency);
      const bare = Object.entries(module.calls).map(([name, { method, path }]) => [
        name,
        { method, path },
      ]);
      return `export const addresses = ${JSON.stringify(Object.fromEntries(bare))};`;
    },
  };
}
