/** The people of the demo. */
export const password = 'pour-one-out';

export const accounts = {
  admin: 'admin@barback.example',
  owner: 'maya@rooftop.example',
  hidden: 'hidden@barback.example',
  customer: 'customer@barback.example',
} as const;

export type Who = keyof typeof accounts;
