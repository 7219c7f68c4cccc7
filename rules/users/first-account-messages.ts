/** Messages about the first account of an installation. */
export const firstAccountMessages = {
  wrongSetupCode:
    'This is not the setup code. The server prints it when it starts without an account',
  isSetUp: 'Barback is set up already. Sign in',
} as const;
