import { once } from 'node:events';
import { readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { fail } from './check-node.mjs';
import { home } from './run.mjs';

const gigabyte = 1e9;
const needed = { disk: 3 * gigabyte, memory: 2 * gigabyte };

/** Ends the process with a message when this machine lacks what all tests need, before any of them fails without it. */
export async function checkMachine() {
  const lack = findLack({
    folders: [home, tmpdir()].map((path) => ({ path, freeBytes: freeBytes(path) })),
    memoryBytes: freeMemory(),
    portError: await portError(),
  });
  if (lack !== null) fail(lack);
}

/**
 * Message about the first thing that is lacking; null when nothing is.
 * @param {{
 *   folders: { path: string, freeBytes: number }[],
 *   memoryBytes: number,
 *   portError: string | null,
 * }} machine
 */
export function findLack({ folders, memoryBytes, portError: noPort }) {
  const full = folders.find(({ freeBytes: free }) => free < needed.disk);
  if (full) {
    return `The tests need ${inGb(needed.disk)} of disk space in ${full.path}, which has ${inGb(full.freeBytes)}: free some, or set TMPDIR to a folder on another disk.`;
  }
  if (memoryBytes < needed.memory) {
    return `The tests need ${inGb(needed.memory)} of memory, and ${inGb(memoryBytes)} is free: end other programs.`;
  }
  if (noPort !== null) {
    return `The tests need ports of 127.0.0.1, and none can be opened (${noPort}): allow this process to listen on the loopback interface.`;
  }
  return null;
}

const inGb = (bytes) => `${(bytes / gigabyte).toFixed(1)} GB`;

function freeBytes(path) {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Memory that programs can get. Only Linux reports it: what other systems call free leaves out their caches. */
function freeMemory() {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const kilobytes = /MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024;
}

async function portError() {
  const server = createServer();
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error.code ?? error.message;
  } finally {
    server.close();
  }
}
