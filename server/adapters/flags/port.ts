/** Flags are evaluated per venue (its name) or per unit (its number as text). */
export interface FlagContext {
  kind: 'venue' | 'unit';
  key: string;
}

export interface FlagReader {
  /** True when the switches in our own database count; false when a service decides. */
  readonly isSwitchable: boolean;
  /** Flags that are on; those that are unknown to the service, or fail, are off. */
  flagsOn(context: FlagContext): Promise<ReadonlySet<string>>;
}
