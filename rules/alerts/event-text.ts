/** Entries of the log of an alert in words. */

interface LogEntry {
  readonly kind: string;
  /** Null for what happened by itself. */
  readonly person: string | null;
  readonly note: string;
}

const channels: Readonly<Record<string, string>> = {
  mail: 'Mail',
  sms: 'Text message',
  push: 'Push message',
};

/** `Acknowledged by Sam: On my way`, `Text message to Kim`, `Over by itself`. */
export function eventText({ kind, person, note }: LogEntry): string {
  const by = person === null ? '' : ` by ${person}`;
  const more = note === '' ? '' : `: ${note}`;
  switch (kind) {
    case 'opened':
      return 'Opened';
    case 'reopened':
      return person === null ? 'Opened again: the cause is back' : `Reopened${by}${more}`;
    case 'repeated':
      return 'The cause paused, and is back';
    case 'raised':
      return note === '' ? 'More urgent than before' : note;
    case 'sent':
      return `${channels[note] ?? 'Message'} to ${person ?? 'an account that is gone'}`;
    case 'undelivered':
      return `${person ?? 'An account that is gone'} could not be reached${more}`;
    case 'acknowledged':
      return `Acknowledged${by}${more}`;
    case 'snoozed':
      return `Snoozed${by}${more}`;
    default:
      return person === null ? 'Over by itself' : `Resolved${by}${more}`;
  }
}
