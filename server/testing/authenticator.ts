/** An authenticator in software: it makes passkeys, and signs challenges as those of devices do. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface Claims {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** False when the device has not verified its holder. */
  isVerified?: boolean;
}

const text = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const passkeyId = randomBytes(32);
  const id = text(passkeyId);

  const clientData = (type: string, challenge: string, { origin }: Claims): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? 'http://localhost' }));

  function authenticatorData(claims: Claims, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(claims.counter ?? 0);
    const flags = 0x01 | (claims.isVerified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const head = [sha256(claims.rpId ?? 'localhost'), Buffer.from([flags]), count];
    return Buffer.concat(attested ? [...head, attested] : head);
  }

  return {
    id,
    /** Response to options for a new passkey. */
    register(challenge: string, claims: Claims = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.from([0, passkeyId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, passkeyId, key]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(claims, attested))],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, claims)),
          attestationObject: text(Buffer.from(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Response to options of a sign-in. */
    signIn(challenge: string, userId: string, claims: Claims = {}) {
      const data = authenticatorData(claims);
      const client = clientData('webauthn.get', challenge, claims);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: text(Buffer.from(userId.replaceAll('-', ''), 'hex')),
        },
      };
    },
  };
}
