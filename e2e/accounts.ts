/** The accounts of the demo data. Registered accounts use the same password. */
export const password = 'pour-one-out';

export const accounts = {
  admin: 'admin@barback.example',
  owner: 'maya@rooftop.example',
  hidden: 'hidden@barback.example',
  customer: 'customer@barback.example',
} as const;

export type DemoAccount = keyof typeof accounts;
