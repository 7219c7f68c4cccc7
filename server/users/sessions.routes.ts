import * as sessionEndpoints from '../../contract/sessions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { changedBy, requireAccount } from '../shared/require-account.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { listLiveSessions } from './sessions.queries.ts';
import { sessionView } from './sessions.view.ts';

/** Sessions that are listed. */
const most = 100;

export function sessionRoutes(mount: Mount, deps: AppDeps): void {
  mount(sessionEndpoints.listSessions, async ({ actor }) => {
    const { userId, sessionId: currentId } = requireAccount(actor);
    const sessions = await listLiveSessions(deps.db, userId, { currentId, now: deps.now(), most });
    return sessions.map((session) => sessionView(session, currentId));
  });

  mount(sessionEndpoints.endSession, async ({ actor, params }) => {
    await endSession(deps, requireAccount(actor), params.id);
    return { ended: true as const };
  });

  mount(sessionEndpoints.endOtherSessions, async ({ actor, raw }) => ({
    ended: await withoutTenant(() => endOtherSessions(deps, changedBy({ actor, raw }))),
  }));
}
