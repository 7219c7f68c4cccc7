import { ensureServerBuilt, isServerBuilt, isServerCurrent } from './build-server.mjs';
import { ensureWebBuilt, isWebBuilt } from './build-web.mjs';
import { fail } from './check-node.mjs';
import { ensureInstalled, isProductionInstallation } from './install.mjs';

/**
 * Installs and builds what is missing or stale. An installation without development packages cannot build, and uses
 * the build that it has. Exits with a message on failure.
 * @param {'all' | 'server'} part
 */
export async function prepareBuild(part) {
  if (isProductionInstallation()) return requireBuild(part);
  ensureInstalled();
  await orFail('server', ensureServerBuilt);
  if (part === 'all') await orFail('dashboard', ensureWebBuilt);
}

async function orFail(name, build) {
  const { ok, output } = await build();
  if (ok) return;
  process.stderr.write(output);
  fail(`The ${name} could not be built; see the output above.`);
}

function requireBuild(part) {
  const missing = !isServerBuilt() ? 'server' : part === 'all' && !isWebBuilt() ? 'web' : null;
  if (missing !== null) {
    fail(
      `There is no build in build/${missing}, and the development packages that make one are not installed: run npm ci --include=dev, or copy the folder build from an installation of this version.`,
    );
  }
  if (isServerCurrent()) return;
  process.stderr.write(
    'The build in build/server is not that of these sources, and the development packages that make one are not installed: it is used as it is.\n',
  );
}
