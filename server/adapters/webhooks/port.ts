/** Sends webhooks to the servers of programs. */
export interface WebhookSender {
  /** False for a host that is written as an address to which nothing is sent. Names are looked at when they are used. */
  mayUse(host: string): boolean;
  /** Never throws: what went wrong is part of the outcome. */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
  /** Closes the connections. */
  close(): void;
}

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface WebhookOutcome {
  isDelivered: boolean;
  /** Null without a response. */
  status: number | null;
  /** Start of the response as text; null without one. */
  response: string | null;
  durationMs: number;
  /** Why it was not delivered; null where it was. */
  error: string | null;
}
