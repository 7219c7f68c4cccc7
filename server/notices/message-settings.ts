/** Settings of the jobs that send messages. */
export interface MessageSettings {
  /** Public base URL of the dashboard, without a trailing slash; links in messages begin with it. */
  publicUrl: string;
  /** Messages of restock notices per day. */
  messageLimits: { perUnit: number; perOwner: number };
  /** Logs messages that were held back. */
  warn: (message: string) => void;
}
