/** Characters of a new password. */
export const passwordLength = { least: 8, most: 200 } as const;
