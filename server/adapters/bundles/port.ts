/** Storage of the venues' web page bundles. */
import type { Readable } from 'node:stream';

/** Bytes sent unmodified. */
export interface Content {
  bytes: number;
  /** Loads everything into memory; for small content. */
  load(): Promise<Buffer>;
  /** @param range inclusive; everything when omitted */
  stream(range?: { start: number; end: number }): Readable;
}

export interface BundleFile {
  /** ETag: changes with the content. */
  tag: string;
  plain: Content;
  /** Present only where it is smaller. */
  br: Content | null;
  gzip: Content | null;
}

export interface Bundle {
  /** Number of files. */
  size: number;
  /** @param path as named in the zip */
  find(path: string): BundleFile | null;
}

/** The bundle is rejected; the message is complete and shown to the uploader. */
export class BundleRefused extends Error {
  override name = 'BundleRefused';
}

export interface Bundles {
  /** Stores the request body as the upload `id`, a UUID. */
  receive(id: string, zip: Readable): Promise<'received' | 'tooLarge'>;
  /**
   * Builds the bundle `id` from the upload `id` atomically; throws BundleRefused. Keeps the upload, so that a crash
   * before the bundle is published leaves a trace.
   */
  unpack(id: string, entryPage: string): Promise<{ files: number; bytes: number }>;
  /** Deletes an upload; the bundle built from it stays. */
  forgetUpload(id: string): Promise<void>;
  /** Removes a bundle; succeeds when it is already gone. */
  remove(id: string): Promise<void>;
  /** Uploads received before `before` and not deleted since. */
  listUploads(before: Date): Promise<string[]>;
  /** Throws when no bundle can be stored. */
  checkWritable(): Promise<void>;
  /** Null when there is none. */
  open(id: string): Promise<Bundle | null>;
}
