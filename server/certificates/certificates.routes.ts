import * as endpoints from '../../contract/certificates.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { localWorkLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';
import { getCertificate, listCertificates, verifyCertificate } from './certificates.ts';
import { certificateView, latestView, verifiedView } from './certificates.view.ts';

export function certificateRoutes(mount: Mount, deps: AppDeps): void {
  // Each reads the sales of several nights.
  const verified = localWorkLimit({ name: 'certificates', most: 30, windowSeconds: 60 });

  mount(endpoints.listCertificates, async ({ actor, params, query, reads }) => {
    const latest = await listCertificates({ ...deps, reads }, actor, params.venueId, query);
    return latest.map(latestView);
  });

  mount(endpoints.getCertificate, async ({ actor, params, query, reads }) =>
    certificateView(await getCertificate({ ...deps, reads }, actor, params, query.version)),
  );

  mount(endpoints.verifyCertificate, async ({ actor, params, reads }) => {
    await verified.count(requireAccount(actor).userId, 1);
    return verifiedView(await verifyCertificate({ ...deps, reads }, actor, params));
  });
}
