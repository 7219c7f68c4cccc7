/** Test fixture: endpoints of accounts and sign-in, which refer to no owner's resources. */
import type { EndpointName } from '../../contract/endpoints.ts';

export const accountTargets = {
  register: null,
  getFirstRun: null,
  createFirstAccount: null,
  login: null,
  renewSession: null,
  logout: null,
  verifySecondFactor: null,
  getSecondFactor: null,
  startTotp: null,
  confirmTotp: null,
  removeTotp: null,
  startPasskeySignIn: null,
  verifyPasskey: null,
  listPasskeys: null,
  startPasskey: null,
  confirmPasskey: null,
  updatePasskey: null,
  removePasskey: null,
  startIdentityCheck: null,
  confirmIdentity: null,
  requestPasswordReset: null,
  // A link is sent to the holder of the account only.
  resetPassword: null,
  changePassword: null,
  updateProfile: null,
  acceptNewEmail: null,
  // Of the caller's own account.
  listSessions: null,
  listMemberships: null,
  endSession: null,
  endOtherSessions: null,
} as const satisfies { [name in EndpointName]?: null };
