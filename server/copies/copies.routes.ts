import * as contract from '../../contract/copies.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { copySetup, undoCopy } from './copies.ts';

export function copyRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.copySetup, ({ actor, body, raw }) =>
    copySetup(deps, body, auditContext({ actor, raw })),
  );

  mount(contract.undoCopy, ({ actor, params, raw }) =>
    undoCopy(deps, parseId(params.copyId, 'copy'), auditContext({ actor, raw })),
  );
}
