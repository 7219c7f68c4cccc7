/** Flags are asked for by venue (its name) or by unit (its number as text). */
export interface FlagContext {
  kind: 'venue' | 'unit';
  key: string;
}

export interface FlagReader {
  /** Whether the switches in our own database count; false when a service decides. */
  readonly isSwitchable: boolean;
  /** The flags that are on; those the service does not know, or cannot tell, are off. */
  flagsOn(context: FlagContext): Promise<ReadonlySet<string>>;
}
