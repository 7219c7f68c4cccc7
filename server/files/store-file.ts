import { Readable } from 'node:stream';
import type { Storage } from '../adapters/storage/port.ts';

interface OwnFile {
  key: string;
  contentType: string;
  content: Buffer;
}

/** Stores a file of the product itself, as a browser would with a presigned URL. */
export async function storeFile(storage: Storage, file: OwnFile, at: Date): Promise<void> {
  const { key, contentType, content } = file;
  const upload = { key, contentType, sizeBytes: content.length };
  if ('receive' in storage.serving) {
    const receipt = await storage.serving.receive(upload, Readable.from([content]));
    if (receipt !== 'stored') throw new Error(`The file ${key} was not stored: ${receipt}`);
    return;
  }
  const response = await fetch(await storage.signUpload(upload, at), {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(content),
  });
  if (!response.ok) throw new Error(`The bucket returned ${String(response.status)} for ${key}`);
}
