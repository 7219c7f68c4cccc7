import { createUpload } from '../../contract/files.ts';
import { issueUpload } from './create-upload.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { reachVenue } from '../venues/venue-access.ts';

export function fileRoutes(mount: Mount, deps: AppDeps): void {
  mount(createUpload, async ({ actor, body }) =>
    issueUpload(deps, await reachVenue(deps, actor, body.venueId), body),
  );
}
