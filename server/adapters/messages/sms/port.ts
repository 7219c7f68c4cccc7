export interface OutgoingSms {
  id: string;
  /** E.164, such as +14155552671. */
  to: string;
  text: string;
}

export interface Sms {
  /** Whether sending a message twice leaves one. */
  readonly isRepeatable: boolean;
  /** Throws SendError. */
  send(sms: OutgoingSms): Promise<void>;
}
