/** Account that runs the simulation: the owner of the venue, or a super admin acting for an owner. */
import { z } from 'zod';
import type { EndpointName } from '../contract/endpoints.ts';
import { isSuperAdminType } from '../rules/permissions.ts';
import { ApiError } from '../web/api/api-error.ts';
import type { EndpointInput } from '../web/api/endpoint-input.ts';
import type { ApiResponse, Api } from './api.ts';
import type { SimulatorOptions } from './options.ts';
import { SimulatorError } from './error.ts';

export interface Session {
  readonly ownerId: string;
  readonly isSuperAdmin: boolean;
  /** Sends a request as this account; an expired session is renewed. */
  send<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<ApiResponse<Name>>;
}

type Who = Pick<SimulatorOptions, 'email' | 'password' | 'owner'>;

const claims = z.object({ sub: z.string(), accountType: z.string() });

/** Throws SimulatorError when no account matches. */
export async function login(api: Api, who: Who): Promise<Session> {
  let token = await requestToken(api, who);
  const { sub, accountType } = claimsOf(token);
  const send: Session['send'] = async (name, input) => {
    try {
      return await api.send(name, input, token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      token = await requestToken(api, who);
      return api.send(name, input, token);
    }
  };
  const isSuperAdmin = isSuperAdminType(accountType);
  if (isSuperAdmin && who.owner === null) {
    throw new SimulatorError(
      `${who.email} is a super admin: name the owner with --owner, by email, name or id.`,
    );
  }
  const ownerId = isSuperAdmin ? await findOwner(send, who.owner ?? '') : sub;
  return { ownerId, isSuperAdmin, send };
}

async function requestToken(api: Api, { email, password }: Who): Promise<string> {
  const { body } = await api.send('login', { body: { email, password } }, null);
  if ('token' in body) return body.token;
  throw new SimulatorError(`${email} signs in with a second factor: name an account without one.`);
}

function claimsOf(token: string): z.output<typeof claims> {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return claims.parse(JSON.parse(payload));
}

const pageSize = 100;

async function findOwner(send: Session['send'], named: string): Promise<string> {
  const requested = named.toLowerCase();
  for (let current = 1; ; current += 1) {
    const { body } = await send('listOwners', {
      query: { pagination: { current, size: pageSize } },
    });
    const found = body.owners.find(({ id, name, email }) =>
      [id, name.toLowerCase(), email.toLowerCase()].includes(requested),
    );
    if (found) return found.id;
    if (current * pageSize >= body.pagination.total) {
      throw new SimulatorError(`--owner is "${named}", but there is no owner of that name.`);
    }
  }
}
