/** Storage of uploaded files: the local disk, or an S3-compatible bucket. */
import type { Readable } from 'node:stream';

/** Upload that a browser is allowed to send. */
export interface Upload {
  /** URL form: percent-encoded, without a leading slash. */
  key: string;
  contentType: string;
  sizeBytes: number;
}

export interface StoredFile {
  contentType: string;
  sizeBytes: number;
  /** First and last bytes: enough to detect the type and a truncated file. */
  head: Uint8Array;
  tail: Uint8Array;
}

export interface Storage {
  /** Origins, in addition to our own, to which browsers send files and from which they read them. */
  readonly origins: readonly string[];
  /** Presigned URL for a PUT of this file, valid for a quarter of an hour from `at`. */
  signUpload(upload: Upload, at: Date): Promise<string>;
  /** Returns the file stored under a key; null when there is none. */
  inspect(key: string): Promise<StoredFile | null>;
  /** Content of a stored file, which has been inspected. */
  read(key: string): Promise<Uint8Array>;
  /** Replaces a stored PNG; readers see the one or the other. */
  replace(key: string, content: Uint8Array): Promise<void>;
  /** Removes a file; succeeds when it is already gone. */
  remove(key: string): Promise<void>;
  /** Throws when the local disk takes no files; a bucket is not checked. */
  checkWritable(): Promise<void>;
  /** Serves our own URLs: from the local disk, or by redirecting to the bucket. */
  readonly serving: OwnDisk | { addressOf: (key: string) => string };
}

/** Parsed presigned URL of an upload. */
export interface SignedUpload extends Upload {
  expiresMs: number;
  signature: string;
}

/** 'taken': files are never overwritten. */
export type Receipt = 'stored' | 'taken' | 'otherSize' | 'notPng' | 'tooManyPixels';

export interface OwnDisk {
  /** True when exactly this was signed by us and has not expired. */
  isSigned: (upload: SignedUpload, at: Date) => boolean;
  /** Stores an image atomically. */
  receive(upload: Upload, content: Readable): Promise<Receipt>;
  /** tag: ETag, changes with the content. */
  find(key: string): Promise<{ sizeBytes: number; tag: string; read(): Readable } | null>;
}
