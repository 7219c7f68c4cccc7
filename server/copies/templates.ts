/** The setup of a unit is saved as a template, and templates are deleted. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import { copyMessages, mostTemplates, setupOfTemplate } from '../../rules/copies/copy-setup.ts';
import { isSuperAdmin } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { sellsDoubles } from '../drinks/drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { requireUnit } from '../units/unit-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { readSetup } from './read-setup.ts';
import {
  countTemplates,
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  type Template,
} from './templates.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now' | 'flags'>;

/**
 * Saves the setup of a unit of the venue under a name, for the owner or, by a super administrator, for all owners.
 * Throws 409 for a name that another template has, and where there are as many as there may be. Audited.
 */
export async function createSetupTemplate(
  deps: Deps,
  venue: VenueRow,
  { name, from, forAllOwners }: EndpointBody<'createSetupTemplate'>,
  by: AuditContext,
): Promise<Template> {
  if (forAllOwners) requireSuperAdmin(by);
  const unit = await requireUnit(deps, by.actor, from);
  if (unit.venue_id !== venue.id) throw notFound('unit');
  const withDouble = await sellsDoubles(deps, venue);
  return deps.db.transaction().execute(async (transaction) => {
    const at = deps.now();
    const ownerId = forAllOwners ? null : venue.owner_id;
    const { setup } = await readSetup(transaction, unit, withDouble);
    const template = {
      id: newId(at),
      owner_id: ownerId,
      name,
      setup: setupOfTemplate(setup),
      made_at: at,
      person: by.actor.person,
    };
    if ((await countTemplates(transaction, ownerId)) >= mostTemplates)
      throw new HttpError(409, copyMessages.tooManyTemplates);
    if (!(await insertTemplate(transaction, template)))
      throw fieldError({ name: copyMessages.sameName }, 409);
    await insertAudit(transaction, by, at, auditOf(template, 'template.created'));
    return template;
  });
}

/** Throws 404 for a template that the owner does not have, and 403 where it is for all owners. Audited. */
export async function deleteSetupTemplate(
  { db, now }: Deps,
  { ownerId, id }: { ownerId: string; id: string },
  by: AuditContext,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const template = await findTemplate(transaction, id, ownerId);
    if (!template) throw notFound('template');
    if (template.owner_id === null) requireSuperAdmin(by);
    await deleteTemplateRow(transaction, id);
    await insertAudit(transaction, by, now(), auditOf(template, 'template.deleted'));
  });
}

const auditOf = (
  { name, owner_id: ownerId }: Template,
  action: 'template.created' | 'template.deleted',
) => ({
  ownerId,
  action,
  target: `template ${name}`,
});

function requireSuperAdmin({ actor }: AuditContext): void {
  if (!isSuperAdmin(actor)) throw new HttpError(403, copyMessages.forAllOwners);
}
