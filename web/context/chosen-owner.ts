/** The owner that a super admin acts for, as browser storage holds it. */
export interface ChosenOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly venues: readonly { readonly id: string; readonly name: string }[];
  /** Why and until when; missing where an earlier release stored the owner. */
  readonly acting?: { readonly reason: string; readonly untilMs: number };
}

export const emptyOwner: ChosenOwner = { id: '', name: '', email: '', venues: [] };

/** The object in a stored text; null when it is none. */
export function parsedJson(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export function ownerIn(value: unknown): ChosenOwner | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  return typeof id === 'string' && id !== '' ? { ...emptyOwner, ...value, id } : null;
}
