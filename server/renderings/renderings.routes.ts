import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '../../contract/renderings.ts';
import { restoreRendering } from './restore-rendering.ts';
import { createRendering } from './create-rendering.ts';
import { settleUpload } from './settle-upload.ts';
import { deleteRendering } from './delete-rendering.ts';
import { giveTime } from '../http/connections.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId, newId } from '../shared/ids.ts';
import { mountOn } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require.ts';
import { findShown, listShown } from './renderings.queries.ts';
import { renderingView } from './renderings.view.ts';
import { readUploadForm } from './upload-form.ts';

/** Encapsulated plugin scope that accepts multipart forms. */
export async function renderingRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { db, bundles, renderingAddress } = deps;
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    const mount = mountOn(scope);

    mount(endpoints.listRenderings, async () =>
      (await listShown(db)).map((row) => renderingView(row, renderingAddress)),
    );

    mount(endpoints.createRendering, async ({ actor, raw }) => {
      giveTime(raw);
      const id = newId(deps.now());
      try {
        const form = await readUploadForm(raw, bundles, id);
        await createRendering(deps, id, form, changedBy({ actor, raw }));
      } finally {
        await settleUpload(deps, id);
      }
      return viewOf(deps, id);
    });

    mount(endpoints.restoreRendering, async ({ actor, raw, params }) => {
      const id = asId(params.id, 'rendering');
      await restoreRendering(deps, id, changedBy({ actor, raw }));
      return viewOf(deps, id);
    });

    mount(endpoints.deleteRendering, async ({ actor, raw, params }) => {
      await deleteRendering(deps, asId(params.id, 'rendering'), changedBy({ actor, raw }));
      return { deleted: true as const };
    });
  });
}

async function viewOf({ db, renderingAddress }: AppDeps, id: string) {
  const row = await findShown(db, id);
  if (!row) throw notFound('rendering');
  return renderingView(row, renderingAddress);
}
