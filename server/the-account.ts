import type { AccountActor, Actor } from '../rules/permissions.ts';
import { forbidden } from './problems.ts';

/** The account behind a call that only accounts may make. */
export function theAccount(actor: Actor): AccountActor {
  if (actor.kind !== 'account') throw forbidden();
  return actor;
}
