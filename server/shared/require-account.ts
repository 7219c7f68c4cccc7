import type { FastifyRequest } from 'fastify';
import type { AccountActor, Actor } from '../../rules/permissions.ts';
import { forbidden } from './errors.ts';

/** The account behind a call that only accounts may make. */
export function requireAccount(actor: Actor): AccountActor {
  if (actor.kind !== 'account') throw forbidden();
  return actor;
}

/** Who makes a change, and from which address: what the trail tells of every one. */
export interface ChangedBy {
  actor: AccountActor;
  address: string;
}

/** Of a call that only accounts may make. */
export const changedBy = ({ actor, raw }: { actor: Actor; raw: FastifyRequest }): ChangedBy => ({
  actor: requireAccount(actor),
  address: raw.ip,
});
