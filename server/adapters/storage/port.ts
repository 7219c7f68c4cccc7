/** Where uploaded files lie: on our own disk, or in a bucket that speaks S3. */
import type { Readable } from 'node:stream';

/** What a browser is allowed to send, and nothing else. */
export interface Upload {
  /** As an address writes it: percent-encoded, without a slash in front. */
  key: string;
  contentType: string;
  sizeBytes: number;
}

export interface StoredFile {
  contentType: string;
  sizeBytes: number;
  /** The first bytes, and the last ones: enough to see what it is and that it is whole. */
  head: Uint8Array;
  tail: Uint8Array;
}

export interface Storage {
  /** The origins, beside our own, that browsers send files to and read them from. */
  readonly origins: readonly string[];
  /** Where a browser PUTs this file, from `at` on for a quarter of an hour. */
  signUpload(upload: Upload, at: Date): Promise<string>;
  /** What has arrived under a key; null when nothing has. */
  inspect(key: string): Promise<StoredFile | null>;
  /** Removes a file; it may be gone already. */
  remove(key: string): Promise<void>;
  /** How our own addresses answer: from this disk, or by pointing to where the file lies. */
  readonly serving: OwnDisk | { addressOf: (key: string) => string };
}

/** The signed address of an upload, taken apart. */
export interface SignedUpload extends Upload {
  expiresMs: number;
  signature: string;
}

/** 'taken': a file is never written over. */
export type Receipt = 'stored' | 'taken' | 'otherSize' | 'notPng' | 'tooManyPixels';

export interface OwnDisk {
  /** Whether we have signed exactly this, and the time has not run out. */
  isSigned: (upload: SignedUpload, at: Date) => boolean;
  /** Keeps a picture whole, or not at all. */
  receive(upload: Upload, content: Readable): Promise<Receipt>;
  /** tag: changes with the content. */
  find(key: string): Promise<{ sizeBytes: number; tag: string; read(): Readable } | null>;
}
