import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import * as endpoints from '../../contract/renderings.ts';
import type { rendering } from '../../contract/renderings.ts';
import { renderingUrl } from '../../rules/renderings/rendering-path.ts';
import { giveTime } from '../http/connections.ts';
import { mountOn } from '../http/mount.ts';
import { findShown, listShown, type ShownRow } from './renderings.queries.ts';
import { createRendering, deleteRendering, restoreRendering, settleUpload } from './renderings.ts';
import { readUploadForm } from './upload-form.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId, newId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';

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
        await createRendering(deps, id, form, auditContext({ actor, raw }));
      } finally {
        await settleUpload(deps, id);
      }
      return viewOf(deps, id);
    });

    mount(endpoints.restoreRendering, async ({ actor, raw, params }) => {
      const id = parseId(params.id, 'rendering');
      await restoreRendering(deps, id, auditContext({ actor, raw }));
      return viewOf(deps, id);
    });

    mount(endpoints.deleteRendering, async ({ actor, raw, params }) => {
      await deleteRendering(deps, parseId(params.id, 'rendering'), auditContext({ actor, raw }));
      return { deleted: true as const };
    });
  });
}

async function viewOf({ db, renderingAddress }: AppDeps, id: string) {
  const row = await findShown(db, id);
  if (!row) throw notFound('rendering');
  return renderingView(row, renderingAddress);
}

/** @param host base URL of the rendering host */
export function renderingView(row: ShownRow, host: string): z.output<typeof rendering> {
  const { previous_id: previousId, previous_deployed_at: previousAt } = row;
  return {
    _id: row.id,
    venueName: row.venue_name,
    pathName: row.path_name,
    entryPagePath: row.entry_page_path,
    deployDate: row.deployed_at.toISOString(),
    url: renderingUrl(host, row.path_name, row.entry_page_path),
    previous:
      previousId !== null && previousAt !== null
        ? { id: previousId, deployDate: previousAt.toISOString() }
        : null,
  };
}
