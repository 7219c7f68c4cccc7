export interface OutgoingMail {
  /** Stays the same when the mail is sent again, and so does what it looks like. */
  id: string;
  to: string;
  subject: string;
  text: string;
  writtenAt: Date;
  attachment: { name: string; content: string } | null;
}

export interface Mail {
  /** Whether sending a mail twice leaves one. */
  readonly isRepeatable: boolean;
  /** Throws SendError. */
  send(mail: OutgoingMail): Promise<void>;
}
