// Test images with any declared dimensions and file size.
import { deflateSync } from 'node:zlib';

/** Creates a PNG of this size; includes pixels only for small images. @param weighing total size in bytes */
export function testPng(width: number, height: number, weighing = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const isSmall = width * height < 1_000_000;
  const pixels = isSmall ? deflateSync(Buffer.alloc((width + 1) * height)) : Buffer.alloc(0);
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  const light = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts];
  const missing = weighing - Buffer.concat(light).length;
  const filling = missing >= 12 ? [chunk('fILl', Buffer.alloc(missing - 12))] : [];
  return Buffer.concat([...light.slice(0, 2), ...filling, ...light.slice(2)]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** CRC-32; zlib includes it only in newer versions of Node. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
