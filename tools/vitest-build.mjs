// Global setup: builds the server once per run, for the tests that start it as a process.
import { ensureServerBuilt } from './build-server.mjs';

export default async function setup() {
  const { ok, output } = await ensureServerBuilt();
  if (!ok) throw new Error(output);
}
