/** How push messages about alerts are delivered, and the text of a test message. */
import type { Severity } from './alert-kinds.ts';

/** High: wakes a phone that saves energy. A message that is not delivered in this time never is. */
export const pushUrgency: Readonly<
  Record<Severity, { urgency: 'high' | 'normal' | 'low'; ttlSeconds: number }>
> = {
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
