/** Acting of a super admin for an owner. */
export const actingMinutes = 60;

/** Code of the response to a request for an owner whom the super admin does not act for, or not any more. */
export const actingEndedCode = 'acting_ended';

export const actingMessages = {
  ended: `Acting for this owner has ended. It lasts ${actingMinutes} minutes: start again with a reason`,
  onlySuperAdmins: 'Only super administrators act for an owner',
} as const;
