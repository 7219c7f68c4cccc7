/** Messages about screens that an account may not open; every screen loads them. */
export const accessMessages = {
  noDashboard: 'There is no dashboard for this account',
  /** @param ownerName of the business, where it is known */
  withheld: (screen: string, ownerName?: string) =>
    `Your role does not include ${screen}. Ask the owner of ${ownerName ?? 'this venue'} for access.`,
} as const;
