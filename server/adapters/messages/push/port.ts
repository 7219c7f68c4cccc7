import type { PushDelivery } from '../../../../rules/alerts/push-text.ts';

export interface OutgoingPush extends PushDelivery {
  id: string;
  endpoint: string;
  /** Public key and secret of the browser, in base64url. */
  p256dh: string;
  auth: string;
  title: string;
  text: string;
}

export interface Push {
  /** True when sending a message twice shows it once. */
  readonly isRepeatable: boolean;
  /** Throws SendError; isOfRecipient when the subscription is gone. */
  send(push: OutgoingPush): Promise<void>;
}
