// barback-restart: restarts the processes of barback@.service one after the other, each when the one before is ready.
// Needs Node.js and systemd only, because it is part of a release.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fail } from './check-node.mjs';

/** A start may migrate the database, which takes as long as it takes; after this, a person looks at it. */
const longestStartMs = 60 * 60_000;
const pollMs = 100;
const reportMs = 60_000;

const units = listUnits();
if (units.length === 0) process.stdout.write('No process of Barback is running.\n');
for (const [index, unit] of units.entries()) {
  const begun = Date.now();
  systemctl(['restart', unit]);
  const trouble = await readiness(unit, begun);
  if (trouble !== null) stop(unit, trouble, units.slice(index + 1));
  process.stdout.write(`${unit} is ready after ${((Date.now() - begun) / 1000).toFixed(1)} s.\n`);
}

/**
 * Lists units that run or should run. Those that are not active come first, so that processes that work are kept until
 * the others work too.
 */
function listUnits() {
  const states = '--state=active,activating,reloading,failed';
  const list = systemctl([
    'list-units',
    '--all',
    '--plain',
    '--no-legend',
    states,
    'barback@*.service',
  ]);
  return list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim().split(/\s+/))
    .map(([name, , state]) => ({ name, isActive: state === 'active', port: portOf(name) }))
    .sort((a, b) => Number(a.isActive) - Number(b.isActive) || a.port - b.port)
    .map(({ name }) => name);
}

function portOf(unit) {
  return Number(/@(\d+)\./.exec(unit)?.[1]);
}

/** Waits until /readyz of the unit returns 200. Returns the reason if that does not happen, otherwise null. */
async function readiness(unit, begun) {
  const { NRestarts: restarts } = show(unit);
  let reported = begun;
  let seen = 'it does not listen yet';
  for (;;) {
    const { NRestarts, ActiveState, MainPID } = show(unit);
    if (ActiveState === 'failed' || NRestarts !== restarts) return 'it ended during its start';
    const url = addressOf(MainPID);
    if (url !== null) {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => null,
      );
      if (response?.ok) return null;
      if (response !== null) seen = `/readyz returns ${response.status}`;
    }
    if (Date.now() - begun > longestStartMs) return `${seen}, after an hour`;
    if (Date.now() - reported > reportMs) {
      reported = Date.now();
      process.stdout.write(`Waiting for ${unit}: ${seen}.\n`);
    }
    await wait(pollMs);
  }
}

function show(unit) {
  const properties = '--property=NRestarts,ActiveState,MainPID';
  const lines = systemctl(['show', properties, unit]).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

/** Returns the address on which a process listens, which its environment names; null until the process is started. */
function addressOf(pid) {
  let environment;
  try {
    environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return null;
  }
  const valueOf = (name) =>
    environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const port = valueOf('PORT');
  if (port === '') return null;
  const host = valueOf('HOST');
  if (host === '' || host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function stop(unit, trouble, left) {
  const others =
    left.length === 0 ? '' : ` Not restarted, and still as before: ${left.join(', ')}.`;
  fail(
    `${unit} does not become ready: ${trouble}.${others} Its log is shown by journalctl -u ${unit}; when the cause is mended, run barback-restart again.`,
  );
}

function systemctl(args) {
  const { status, stdout, stderr, error } = spawnSync('systemctl', args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  return fail(`systemctl ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}
