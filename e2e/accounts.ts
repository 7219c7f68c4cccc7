/** The accounts of the demo data. Registered accounts use the same password. */
export const password = 'pour-one-out';

export const accounts = {
  admin: 'admin@barback.example',
  /** Added to the demo at start: one account may not register as many owners as all tests need. */
  registrar: 'registrar@barback.example',
  owner: 'maya@rooftop.example',
  hidden: 'hidden@barback.example',
  customer: 'customer@barback.example',
} as const;

export type DemoAccount = keyof typeof accounts;
