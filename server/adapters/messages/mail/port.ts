export interface OutgoingMail {
  /** Stays the same, as does the content, when the mail is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  writtenAt: Date;
  attachment: { name: string; content: string } | null;
}

export interface Mail {
  /** True when sending a mail twice delivers it once. */
  readonly isRepeatable: boolean;
  /** Throws SendError. */
  send(mail: OutgoingMail): Promise<void>;
}
