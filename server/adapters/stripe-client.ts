import { Stripe } from 'stripe';

export interface StripeAccount {
  /** The only URL used. */
  base: string;
  privateKey: string;
  timeoutMs: number;
}

/** Stripe SDK limited to one base URL, without retries. */
export function connectStripe({ base, privateKey, timeoutMs }: StripeAccount): Stripe {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return new Stripe(privateKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : port,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
