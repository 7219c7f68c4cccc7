import { hash } from 'node:crypto';

/** ETag of a response with this text. */
export const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url')}"`;
