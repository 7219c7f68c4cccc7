/**
 * Plain fields of a drink by their API names, and their columns: stored and shown as they are sent. A drink is read,
 * created, updated and compared by them.
 */

/** Those that the menu of a unit shows too, and that only members who may write drinks change. */
export const menuColumns = { name: 'name' } as const;

export const plainColumns = { ...menuColumns, active: 'active' } as const;
