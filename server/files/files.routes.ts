import * as endpoints from '../../contract/files.ts';
import { createUpload } from './create-upload.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { requireVenue } from '../venues/venue-access.ts';

export function fileRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.createUpload, async ({ actor, body }) =>
    createUpload(deps, await requireVenue(deps, actor, body.venueId), body, actor),
  );
}
