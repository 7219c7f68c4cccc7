export interface NamedAccount {
  /** Of an owner, the name of the company. */
  name: string;
  first_name: string | null;
  last_name: string | null;
}

/** Name of the person who uses an account: first and last name where both are known, else the name of the account. */
export const personName = ({ name, first_name: first, last_name: last }: NamedAccount): string =>
  first && last ? `${first} ${last}` : name;
