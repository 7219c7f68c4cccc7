/** Venues and owners. */
export const venueMessages = {
  changedMeanwhile: (value: string) => `Someone else has changed this to “${value}”`,
  takeTheirs: 'Use theirs',
  keepMine: 'Keep mine',
  forSuperAdmins: 'Only a super admin can change this',
  noOwner: 'Enter the owner',
  removeCredential: (label: string) => `Remove “${label}” from this venue?`,
  credentialRemoved:
    'Payments that were taken with it cannot be refunded until it is entered again.',
} as const;
