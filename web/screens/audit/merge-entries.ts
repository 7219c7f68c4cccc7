/** Changes that belong together on display: those of one person to one field, a few minutes apart. */
import type { AuditEntry } from '../../api/audit.ts';

/** Entries of one change, newest first. */
export type MergedEntries = readonly [AuditEntry, ...AuditEntry[]];

const longestMs = 10 * 60_000;

const namesOf = (values: AuditEntry['oldValue']): string =>
  Object.keys(values ?? {})
    .toSorted()
    .join();

/** The values follow each other. A name is part of the target, which then differs in each entry. */
const follows = (later: AuditEntry, earlier: AuditEntry): boolean =>
  namesOf(later.oldValue).split(',').includes('name') &&
  JSON.stringify(later.oldValue) === JSON.stringify(earlier.newValue);

function belongs([newest, ...rest]: MergedEntries, entry: AuditEntry): boolean {
  const oldest = rest.at(-1) ?? newest;
  return (
    entry.oldValue !== null &&
    entry.newValue !== null &&
    namesOf(entry.oldValue) === namesOf(newest.oldValue) &&
    namesOf(entry.newValue) === namesOf(newest.newValue) &&
    entry.action === newest.action &&
    entry.actorId === newest.actorId &&
    entry.actor === newest.actor &&
    entry.onBehalfOf === newest.onBehalfOf &&
    Date.parse(newest.at) - Date.parse(entry.at) <= longestMs &&
    (entry.target === oldest.target || follows(oldest, entry))
  );
}

/** @param entries newest first; each change is returned where its newest entry was */
export function mergeEntries(entries: readonly AuditEntry[]): MergedEntries[] {
  const merged: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const group = merged.find((one) => belongs(one, entry));
    if (group) group.push(entry);
    else merged.push([entry]);
  }
  return merged;
}

/** The change as one entry: from the values before the first to those after the last. */
export const wholeOf = ([newest, ...rest]: MergedEntries): AuditEntry => ({
  ...newest,
  oldValue: (rest.at(-1) ?? newest).oldValue,
});
