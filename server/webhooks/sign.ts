import { createHmac } from 'node:crypto';
import { decrypt, placeInWebhook, type SecretsKey } from '../shared/encryption.ts';
import type { WebhookRow } from './webhooks.queries.ts';

type Secrets = Pick<
  WebhookRow,
  'id' | 'secret_sealed' | 'previous_secret_sealed' | 'previous_until'
>;

/**
 * Headers of a request with this body: `Barback-Signature: t=1767225600,v1=…`. t is in seconds since 1970; each v1 is the
 * HMAC-SHA256 of `t.body` as hexadecimal digits, one for each secret that is valid.
 */
export function headersOf(
  secretsKey: SecretsKey,
  webhook: Secrets,
  { body, now }: { body: string; now: Date },
): Record<string, string> {
  const { id, secret_sealed, previous_secret_sealed: previous, previous_until: until } = webhook;
  const sealed = [secret_sealed, ...(previous && until && until > now ? [previous] : [])];
  const seconds = Math.floor(now.getTime() / 1000);
  const signatures = sealed.map((one) => {
    const secret = decrypt(secretsKey, one, placeInWebhook(id));
    return `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Barback-Webhooks/1',
    'barback-signature': [`t=${seconds}`, ...signatures].join(','),
  };
}
