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
