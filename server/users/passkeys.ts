/** Parts that registering a passkey and signing in with one share. */
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { AppDeps } from '../shared/deps.ts';

/** Domain that passkeys belong to, and address of the dashboard from which they are used. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Time for which a challenge works. */
export const challengeMs = 5 * 60_000;

/**
 * The relying party of the public address. Without a public address it is localhost, with the port of the request:
 * no other site has this domain.
 */
export function relyingParty(
  { publicUrl }: Pick<AppDeps, 'publicUrl'>,
  requestOrigin: string | undefined,
): RelyingParty {
  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl);
    return { id: hostname, origin };
  }
  const isLocal = /^http:\/\/localhost(:\d{1,5})?$/.test(requestOrigin ?? '');
  return { id: 'localhost', origin: isLocal && requestOrigin ? requestOrigin : 'http://localhost' };
}

/** The challenge that an authenticator has signed; null when it cannot be read. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Result of a check by the library, which throws for every response that is not valid; null for those. */
export async function checked<Verified extends { verified: boolean }>(
  verify: () => Promise<Verified>,
): Promise<Verified | null> {
  try {
    const result = await verify();
    return result.verified ? result : null;
  } catch {
    return null;
  }
}
