/** Signs with one key. While it replaces another, or is about to, what the other one has signed is accepted too. */
export interface SigningKey {
  current: string;
  previous: string | null;
}
