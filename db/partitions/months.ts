/** Months as ranges of ids: a UUID of version 7 begins with its time in milliseconds. */

/** Month of partitions, such as 2026_11: the ending of their names. */
export interface Month {
  name: string;
  /** Lowest id of the month, and of the next one. */
  from: string;
  to: string;
}

/** Lowest id of this time or later. */
export function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Month that lies `after` months after the one of a time. */
export function monthAt(ms: number, after = 0): Month {
  const date = new Date(ms);
  const start = (more: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1);
  const [year, month] = new Date(start(after)).toISOString().split('-');
  return {
    name: `${year ?? ''}_${month ?? ''}`,
    from: firstIdAt(start(after)),
    to: firstIdAt(start(after + 1)),
  };
}

export const monthOfId = (id: string): Month => monthAt(timeOfId(id));

/** Months that are made ahead, so that a server that is down for a while finds them. */
export const monthsAhead = 3;
