import type { PushDelivery } from '../../../rules/alerts/alert-text.ts';

export interface OutgoingMail {
  /** Stays the same, as does the content, when the mail is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Beside the text; absent in most mails. */
  html?: string;
  /** Ends the subscription of the mail with one POST (RFC 8058). */
  unsubscribeUrl?: string;
  writtenAt: Date;
  attachment: { name: string; content: string } | null;
}

export interface Mail {
  /** True when sending a mail twice delivers it once. */
  readonly isRepeatable: boolean;
  /** Throws SendError. */
  send(mail: OutgoingMail): Promise<void>;
}

export interface OutgoingSms {
  id: string;
  /** E.164, such as +14155552671. */
  to: string;
  text: string;
}

export interface Sms {
  /** True when sending a message twice delivers it once. */
  readonly isRepeatable: boolean;
  /** Throws SendError. */
  send(sms: OutgoingSms): Promise<void>;
}

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
