import { importMessages } from '../../rules/imports/import-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import { unitTarget } from '../units/unit-access.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import type { ImportRuns } from './import-runs.ts';
import { close, headerHash, type ImportForm, type ReadUpload } from './import-upload.ts';
import { storeMapping } from './imports.queries.ts';
import { beginImport, runImport } from './run-import.ts';

export const placeOf = (unit: UnitBasics) => ({
  venueId: unit.venue_id,
  unitId: unit.id,
  unitNumber: unit.unit_number,
});

interface Start {
  runs: ImportRuns;
  unit: UnitBasics;
  form: ImportForm;
  read: ReadUpload;
  /** Questions that the file and the form leave open. */
  open: readonly string[];
  by: AuditContext;
}

/** Stores that the import of an uploaded file begins, and begins it. Throws 422 while questions are open. Returns its id. */
export async function startImport(
  deps: AppDeps,
  { runs, unit, form, read, open, by }: Start,
): Promise<string> {
  const { db, now } = deps;
  const { found } = read;
  try {
    if (!('file' in found) || open.length > 0)
      throw new HttpError(422, importMessages.openQuestions(open));
    const { file } = found;
    const { format } = found.surveyed;
    const place = placeOf(unit);
    const { fileName, timezone } = form;
    const at = now();
    const id = await db.transaction().execute(async (transaction) => {
      await storeMapping(transaction, {
        venue_id: place.venueId,
        header_hash: headerHash(read.header),
        choices: read.choices,
        used_at: at,
      });
      await insertAudit(transaction, by, at, {
        ownerId: unit.owner_id,
        action: 'import.started',
        target: unitTarget(unit),
        newValue: { file: fileName, timezone },
      });
      const startedBy = by.actor.userId;
      return beginImport(transaction, at, { place, file, fileName, startedBy });
    });
    runs.run(async (stop) => {
      try {
        await runImport(deps, id, { place, file, format, stop });
      } finally {
        await close(read);
      }
    });
    return id;
  } catch (error) {
    await close(read);
    throw error;
  }
}
