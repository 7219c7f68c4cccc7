/** Credentials of a venue with its card providers, by their names in the audit log. */
const credentials: ReadonlySet<string> = new Set([
  'publicKey',
  'privateKey',
  'clientGuid',
  'authToken',
  'webhookSecret',
]);

type Values = Readonly<Record<string, unknown>> | null;

/** Values of an audit entry as an owner may see them: credentials are named, without any part of their value. */
export function valuesForOwner(entry: { oldValue: Values; newValue: Values }): {
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
} {
  const map = (values: Values, hidden: readonly [string, unknown][]) => {
    if (values === null) return null;
    const shown = Object.entries(values).filter(([name]) => !credentials.has(name));
    return Object.fromEntries([...shown, ...hidden]);
  };
  const changed = Object.keys({ ...entry.oldValue, ...entry.newValue })
    .filter((name) => credentials.has(name))
    .map((name): [string, unknown] => [name, 'changed']);
  return { oldValue: map(entry.oldValue, []), newValue: map(entry.newValue, changed) };
}
