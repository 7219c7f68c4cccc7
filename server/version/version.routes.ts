import * as endpoints from '../../contract/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Mount } from '../http/mount.ts';

export function versionRoutes(mount: Mount): void {
  mount(endpoints.getVersion, () => Promise.resolve({ version: packageJson.version }));
}
