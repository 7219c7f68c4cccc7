import type { FastifyRequest } from 'fastify';
import type { AccountActor, Actor } from '../../rules/permissions.ts';
import { forbidden } from './errors.ts';

/** Returns the account of a request that only accounts may make. */
export function requireAccount(actor: Actor): AccountActor {
  if (actor.kind !== 'account') throw forbidden();
  return actor;
}

/** Actor and IP address of a change, as stored in the audit log. */
export interface ChangedBy {
  actor: AccountActor;
  address: string;
}

/** For endpoints that only accounts may use. */
export const changedBy = ({ actor, raw }: { actor: Actor; raw: FastifyRequest }): ChangedBy => ({
  actor: requireAccount(actor),
  address: raw.ip,
});
