/** Stores files in an S3-compatible bucket: browsers upload to it and read from it directly. */
import { imageMessages } from '../../../rules/messages.ts';
import { pngHeadBytes, pngTailBytes } from '../../../lib/content-type.ts';
import { HttpError } from '../../shared/errors.ts';
import type { Storage, StoredFile } from './port.ts';
import { uploadMs } from './signature.ts';

export interface S3Settings {
  /** With the scheme, without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Public base URL of the files: a key is appended to it, so it ends in a slash. */
  publicBase: string;
}

const patienceMs = 10_000;

/** Loads the client lazily, so that a start without a bucket does not wait for it. */
export async function s3Storage(settings: S3Settings): Promise<Storage> {
  const {
    S3Client,
    S3ServiceException,
    PutObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    DeleteObjectCommand,
  } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Newer checksums would be signed into the URL, where a browser cannot know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: patienceMs, requestTimeout: patienceMs },
  });
  // The bucket uses the plain object name; the key is its URL-encoded form.
  const place = (key: string) => ({ Bucket: settings.bucket, Key: decodeURIComponent(key) });

  /** Returns null for a missing object; reports a bucket that does not respond as an error of its own. */
  const orNull = async <T>(received: Promise<T>): Promise<T | null> => {
    try {
      return await received;
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : null;
      if (status === 404) return null;
      throw new HttpError(503, imageMessages.storageGone, { retryAfterSeconds: 5 });
    }
  };

  const read = async (key: string, Range?: string): Promise<Uint8Array> => {
    const { Body } = await client.send(new GetObjectCommand({ ...place(key), Range }));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  };

  const inspect = async (key: string): Promise<StoredFile | null> => {
    const { ContentLength = 0, ContentType = '' } = await client.send(
      new HeadObjectCommand(place(key)),
    );
    const isLong = ContentLength >= pngHeadBytes;
    return {
      contentType: ContentType,
      sizeBytes: ContentLength,
      head: isLong ? await read(key, `bytes=0-${pngHeadBytes - 1}`) : new Uint8Array(),
      tail: isLong ? await read(key, `bytes=-${pngTailBytes}`) : new Uint8Array(),
    };
  };

  return {
    origins: [
      ...new Set([settings.endpoint, settings.publicBase].map((url) => new URL(url).origin)),
    ],
    signUpload: (upload, at) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          ...place(upload.key),
          ContentType: upload.contentType,
          ContentLength: upload.sizeBytes,
        }),
        {
          expiresIn: uploadMs / 1000,
          signingDate: at,
          signableHeaders: new Set(['host', 'content-type', 'content-length']),
        },
      ),
    inspect: (key) => orNull(inspect(key)),
    read: async (key) => (await orNull(read(key))) ?? new Uint8Array(),
    replace: async (key, Body) => {
      const ContentType = 'image/png';
      await orNull(client.send(new PutObjectCommand({ ...place(key), Body, ContentType })));
    },
    remove: async (key) => {
      await orNull(client.send(new DeleteObjectCommand(place(key))));
    },
    checkWritable: () => Promise.resolve(),
    serving: { addressOf: (key) => `${settings.publicBase}${key}` },
  };
}
