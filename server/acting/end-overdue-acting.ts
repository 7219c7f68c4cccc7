import { runEach } from '../jobs/queue-jobs.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listOverdueActing, type OverdueActing } from './acting.queries.ts';
import { endActing } from './end-acting.ts';

const most = 1000;

/** When the acting ended: with its time, or before, with the session. */
function endOf({ expires_at, session_ended_at }: OverdueActing): Parameters<typeof endActing>[2] {
  return session_ended_at !== null && session_ended_at < expires_at
    ? { at: session_ended_at, by: 'sign-out' }
    : { at: expires_at, by: 'time' };
}

/** Writes the ends that no request has met to the audit log, with the time at which each ended. */
export async function endOverdueActing({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  await runEach(await listOverdueActing(db, now(), most), (acting) =>
    db.transaction().execute((transaction) => endActing(transaction, acting, endOf(acting))),
  );
}
