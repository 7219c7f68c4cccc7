/** True for an update without values, which is not a statement of SQL. */
export const setsNothing = (changes: object): boolean =>
  Object.values(changes).every((value) => value === undefined);
