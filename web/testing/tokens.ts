/** Tokens like the server's, but unsigned, because the browser does not verify them. */
import type { Claims } from '../session/claims.ts';

const owner: Claims = {
  sub: 'owner-1',
  accountType: 'owner',
  iat: 0,
  exp: 0,
  rotoken: 'api-token',
  name: 'Rooftop Hospitality',
  email: 'maya@rooftop.example',
};

const part = (value: object) =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Defaults to an owner's token valid for an hour. */
export const tokenWith = (claims: Partial<Claims> = {}): string =>
  [
    part({ alg: 'HS256' }),
    part({ ...owner, iat: nowSeconds(), exp: nowSeconds() + 3600, ...claims }),
    'signature',
  ].join('.');
