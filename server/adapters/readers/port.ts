/** A card provider's record of a card reader. */
export interface CardReader {
  serialNumber: string;
  displayName: string;
  addressLine1: string;
  city: string;
  state: string;
  country: string;
  zipCode: string;
}

export interface ReaderLookup {
  /** Record of a reader of this unit; null when there is none. */
  findReader(readerId: string, unitId: string): Promise<CardReader | null>;
}
