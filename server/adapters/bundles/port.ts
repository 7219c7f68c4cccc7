/** Where the web page bundles of venues lie. */
import type { Readable } from 'node:stream';

/** Bytes that are sent as they lie there. */
export interface Content {
  bytes: number;
  /** The whole of it; for what is small. */
  load(): Promise<Buffer>;
  /** @param range both ends included; all of it when left out */
  stream(range?: { start: number; end: number }): Readable;
}

export interface BundleFile {
  /** Changes with the content. */
  tag: string;
  plain: Content;
  /** Only where it is smaller so. */
  br: Content | null;
  gzip: Content | null;
}

export interface Bundle {
  /** How many files it has. */
  size: number;
  /** @param path as the zip named it */
  find(path: string): BundleFile | null;
}

/** The bundle is not taken; the message is the whole sentence, for the person who sent it. */
export class BundleRefused extends Error {
  override name = 'BundleRefused';
}

export interface Bundles {
  /** Keeps what is sent as the upload `id`, a UUID. */
  receive(id: string, zip: Readable): Promise<'received' | 'tooLarge'>;
  /**
   * Makes the bundle `id` of the upload `id`, whole or not at all; throws BundleRefused. The upload stays, so that a crash
   * before the bundle is made known to anybody leaves a trace.
   */
  unpack(id: string, entryPage: string): Promise<{ files: number; bytes: number }>;
  /** Forgets an upload; the bundle that was made of it stays. */
  forgetUpload(id: string): Promise<void>;
  /** Removes a bundle; it may be gone already. */
  remove(id: string): Promise<void>;
  /** Uploads that have come before `before` and were never forgotten. */
  listUploads(before: Date): Promise<string[]>;
  /** null when there is none. */
  open(id: string): Promise<Bundle | null>;
}
