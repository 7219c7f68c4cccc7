import * as endpoints from '../../contract/settings.ts';
import { type Actor, isSuperAdmin, ownerOf } from '../../rules/permissions.ts';
import { updateTerms } from './update-terms.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { requireOwner } from '../owners/owners.ts';
import { notFound } from '../shared/errors.ts';
import { auditContext, requireAccount } from '../shared/require.ts';
import { findSetting, findSettingById, type SettingRow } from './settings.queries.ts';

export function settingRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;

  mount(endpoints.getSettings, async () => settingView(await platformSetting(deps)));

  mount(endpoints.getTerms, async ({ actor, query }) => {
    const ownerId = await ownerOfTerms(deps, actor, query.ownerId);
    const own = ownerId === null ? null : await findSetting(db, ownerId);
    return { terms: (own ?? (await platformSetting(deps))).terms };
  });

  mount(endpoints.getSupport, () => Promise.resolve({ contact: deps.supportContact }));

  mount(endpoints.updateTerms, async ({ actor, query, body, raw }) => {
    const ownerId = await ownerOfTerms(deps, actor, query.ownerId);
    const by = auditContext({ actor, raw });
    return settingView(await updateTerms(deps, ownerId, body.terms, by));
  });

  mount(endpoints.updateSetting, async ({ actor, params, body, raw }) => {
    const account = requireAccount(actor);
    const setting = await findSettingById(db, parseId(params.id, 'setting'));
    if (!setting || (!isSuperAdmin(actor) && setting.owner_id !== ownerOf(actor)))
      throw notFound('setting');
    const by = { actor: account, address: raw.ip };
    return settingView(await updateTerms(deps, setting.owner_id, body.terms, by));
  });
}

const settingView = ({ id, terms }: SettingRow) => ({ id, terms });

async function platformSetting({ db }: AppDeps): Promise<SettingRow> {
  const setting = await findSetting(db, null);
  if (!setting) throw notFound('setting');
  return setting;
}

/**
 * Returns the owner of the terms: an owner for their own; for a super admin the owner they act for, else the platform
 * (null).
 */
async function ownerOfTerms(
  deps: AppDeps,
  actor: Actor,
  acting: string | undefined,
): Promise<string | null> {
  const own = ownerOf(actor);
  if (own !== null) return own;
  if (!isSuperAdmin(actor) || acting === undefined) return null;
  return (await requireOwner(deps, acting)).id;
}
