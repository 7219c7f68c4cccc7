/** How push messages about alerts are delivered, and the text of a test message. */
import type { Severity } from './alert-kinds.ts';

/** How a push service treats a message, and what a tap on it opens. */
export interface PushDelivery {
  /** Path of the dashboard. */
  path: string;
  /** A newer message of the same topic replaces one that is not delivered yet; at most 32 characters of base64url. */
  topic: string;
  urgency: 'high' | 'normal' | 'low';
  /** It is not delivered later than this. */
  ttlSeconds: number;
}

/** High: wakes a phone that saves energy. A message that is not delivered in this time never is. */
export const pushUrgency: Readonly<Record<Severity, Pick<PushDelivery, 'urgency' | 'ttlSeconds'>>> =
  {
    urgent: { urgency: 'high', ttlSeconds: 4 * 3600 },
    soon: { urgency: 'normal', ttlSeconds: 12 * 3600 },
    later: { urgency: 'low', ttlSeconds: 24 * 3600 },
  };

/** An id without its dashes, which are too many for a topic. */
export const pushTopic = (id: string): string => id.replaceAll('-', '');

export const testPush = {
  title: 'Barback',
  body: 'This is a test. Messages about alerts look like this.',
  delivery: { path: '/profile#alerts', topic: 'test', urgency: 'high', ttlSeconds: 300 },
} as const;
