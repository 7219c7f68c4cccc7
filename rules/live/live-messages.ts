/** Texts about the live night. */
export const liveMessages = {
  tooMany: 'Too many screens of yours show the night already. Close one of them',
};
