import * as endpoints from '../../contract/users.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { EndpointRequest, Mount } from '../http/mount.ts';
import { parseId } from '../shared/ids.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { auditContext, requireAccount } from '../shared/require.ts';
import { actAs, startActing, stopActing } from './acting.ts';

export function actingRoutes(mount: Mount, deps: AppDeps): void {
  const startsOfAccount = sharedRateLimit(deps.pool, {
    name: 'acting of account',
    most: 200,
    windowSeconds: 15 * 60,
  });

  type Started = EndpointRequest<typeof endpoints.startActing | typeof endpoints.actAs>;
  const starting = (start: typeof startActing) => async (request: Started) => {
    const by = auditContext(request);
    await startsOfAccount.count(by.actor.userId);
    const { owner_id, reason, started_at, expires_at } = await start(deps, request.body, by);
    return {
      ownerId: owner_id,
      reason,
      startedAt: started_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      secondsLeft: Math.floor((expires_at.getTime() - deps.now().getTime()) / 1000),
    };
  };
  mount(endpoints.startActing, starting(startActing));
  mount(endpoints.actAs, starting(actAs));

  mount(endpoints.stopActing, async ({ actor, params }) => ({
    stopped: await stopActing(deps, requireAccount(actor), parseId(params.ownerId, 'owner')),
  }));
}
