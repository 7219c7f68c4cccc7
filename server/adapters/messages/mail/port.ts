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
