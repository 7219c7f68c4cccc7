import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import * as endpoints from '../../contract/imports.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { giveTime } from '../http/connections.ts';
import { mountOn } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { type AuditContext, auditContext } from '../shared/require.ts';
import { requireUnit, unitTarget } from '../units/unit-access.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { ImportRuns } from './import-runs.ts';
import { close, type ImportForm, readUpload, withImportForm } from './import-upload.ts';
import {
  claimImport,
  findShownImport,
  isImporting,
  listImports,
  listRejectedLines,
  type ShownImport,
} from './imports.queries.ts';
import { importView, previewView, rejectedCsv } from './imports.view.ts';
import { previewImport } from './preview-import.ts';
import { placeOf, startImport } from './start-import.ts';
import { seenSince, takeBackClaimed } from './take-back-import.ts';

/** Files that are read at once, so that large ones do not occupy the process. */
const readAtOnce = 2;

/** Encapsulated plugin scope that accepts multipart forms. */
export async function importRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { db, dataDir } = deps;
  const runs = new ImportRuns((error) => app.log.error({ err: error }, 'an import stopped'));
  const limit = pLimit(readAtOnce);
  const shown = (row: ShownImport) => importView(row, seenSince(deps.now()));
  app.addHook('preClose', () => runs.close());

  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    const mount = mountOn(scope);

    mount(endpoints.previewImport, async ({ actor, raw, params }) => {
      const venue = await requireVenue(deps, actor, params.venueId);
      giveTime(raw);
      return withImportForm(raw, dataDir, async (form) => {
        const unit = await requireUnitIn(deps, actor, venue.id, form);
        return limit(() => previewUpload(deps, unit, form));
      });
    });

    mount(endpoints.startImport, async (request) => {
      const { actor, raw, params, reply } = request;
      const venue = await requireVenue(deps, actor, params.venueId);
      giveTime(raw);
      const id = await withImportForm(raw, dataDir, async (form) => {
        const unit = await requireUnitIn(deps, actor, venue.id, form);
        await requireIdle(deps, venue.id);
        const read = await limit(() => readUpload(db, venue.id, form));
        const open = previewView(read, null).questions.map(({ text }) => text);
        return startImport(deps, { runs, unit, form, read, open, by: auditContext(request) });
      });
      reply.code(202);
      return shown(await requireImport(deps, venue.id, id));
    });

    mount(endpoints.listImports, async ({ actor, params, query }) => {
      const venue = await requireVenue(deps, actor, params.venueId);
      const { rows, total } = await listImports(db, venue.id, query.pagination);
      return {
        imports: rows.map(shown),
        pagination: { ...query.pagination, total },
      };
    });

    mount(endpoints.downloadRejectedLines, async ({ actor, params, reply }) => {
      const venue = await requireVenue(deps, actor, params.venueId);
      const one = await requireImport(deps, venue.id, parseId(params.id, 'import'));
      const lines = await listRejectedLines(db, one);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="rejected.csv"');
      return Readable.from([rejectedCsv(one.columns ?? [], lines)]);
    });

    mount(endpoints.takeBackImport, async (request) => {
      const { actor, params, reply } = request;
      const venue = await requireVenue(deps, actor, params.venueId);
      const one = await requireImport(deps, venue.id, parseId(params.id, 'import'));
      await claimToTakeBack(deps, one, venue.owner_id, auditContext(request));
      runs.run((stop) => takeBackClaimed(deps, one, { stop }));
      reply.code(202);
      return shown(await requireImport(deps, venue.id, one.id));
    });
  });
}

/** Returns the unit of the form if it is of the venue; otherwise throws 404, as for a missing one. */
async function requireUnitIn(
  deps: AppDeps,
  actor: Actor,
  venueId: string,
  { unitId }: ImportForm,
): Promise<UnitBasics> {
  const unit = await requireUnit(deps, actor, unitId);
  if (unit.venue_id !== venueId) throw notFound('unit');
  return unit;
}

async function requireImport({ db }: AppDeps, venueId: string, id: string): Promise<ShownImport> {
  const one = await findShownImport(db, { venue_id: venueId, id });
  if (!one) throw notFound('import');
  return one;
}

/** Throws 409 while an import of the venue is at work. */
async function requireIdle({ db, now }: AppDeps, venueId: string): Promise<void> {
  if (await isImporting(db, venueId, seenSince(now())))
    throw new HttpError(409, importMessages.atWork);
}

async function previewUpload(deps: AppDeps, unit: UnitBasics, form: ImportForm) {
  const read = await readUpload(deps.db, unit.venue_id, form);
  try {
    const { found } = read;
    if (!('file' in found) || found.surveyed.questions.length > 0) return previewView(read, null);
    const { file, surveyed } = found;
    const place = placeOf(unit);
    return previewView(read, await previewImport(deps, { place, file, format: surveyed.format }));
  } finally {
    await close(read);
  }
}

async function claimToTakeBack(
  { db, now }: AppDeps,
  one: ShownImport,
  ownerId: string,
  by: AuditContext,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    if (!(await claimImport(transaction, one, { at, lost: seenSince(at) })))
      throw new HttpError(409, importMessages.notToTakeBack);
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'import.taken_back',
      target: unitTarget(one),
      oldValue: { file: one.file_name, stored: one.stored },
    });
  });
}
