/** Read your writes: a client returns the position of its last change with each request, to whichever process. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { writtenHeader } from '../../contract/headers.ts';
import { type LogPosition, positionText, readPosition } from '../../db/pool/log-position.ts';
import type { ReadRouter } from '../../db/pool/reads.ts';
import type { Actor } from '../../rules/permissions.ts';

/**
 * Position that the requester has to see; null for none. The header is not signed: with a wrong one, a client reads from
 * the primary, or what is a moment old.
 */
export function positionToSee({ headers }: FastifyRequest): LogPosition | null {
  const value = headers[writtenHeader];
  return typeof value === 'string' ? readPosition(value) : null;
}

/** True for a request of a person that may change something, whether it succeeds or not. */
export const mayWrite = ({ method, guarded }: Endpoint, { kind }: Actor): boolean =>
  kind === 'account' && (method !== 'GET' || guarded === true);

/** Call it after the commit. */
export async function setWrittenHeader(reads: ReadRouter, reply: FastifyReply): Promise<void> {
  const position = await reads.written();
  if (position !== null) reply.header(writtenHeader, positionText(position));
}
