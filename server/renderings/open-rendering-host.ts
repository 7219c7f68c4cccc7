import { codeOf, StartupError } from '../../db/start-error.ts';
import type { Environment } from '../startup/env.ts';
import { shownAddress } from '../shared/network.ts';
import { buildRenderingHost, type HostDeps } from './rendering-host.ts';

export interface OpenRenderingHost {
  /** Public base URL, without a trailing slash. */
  address: string;
  close(): Promise<void>;
}

/**
 * Listens for visitors of the venues' pages. When no port was configured and the one after the dashboard's is taken,
 * uses any free port: outside production its URL is not public yet.
 */
export async function openRenderingHost(
  deps: HostDeps,
  environment: Environment,
): Promise<OpenRenderingHost> {
  const { host, port: dashboardPort, isProduction, renderingPort } = environment;
  const app = buildRenderingHost(deps);
  const port = renderingPort ?? portAfter(dashboardPort);
  try {
    await app.listen({ host, port });
  } catch (error) {
    const isTaken = codeOf(error) === 'EADDRINUSE';
    if (isTaken && renderingPort === null && !isProduction) {
      await app.close();
      return openRenderingHost(deps, { ...environment, renderingPort: 0 });
    }
    await app.close();
    if (!isTaken && codeOf(error) !== 'EACCES') throw error;
    throw new StartupError(
      `Port ${String(port)}, where the pages of venues are shown, cannot be used (${isTaken ? 'another program has it' : 'it is reserved for the system'}): choose another with RENDERING_PORT.`,
      { cause: error },
    );
  }
  return {
    address: environment.renderingHost ?? shownAddress(host, app.addresses()[0], port),
    close: () => app.close(),
  };
}

const portAfter = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);
