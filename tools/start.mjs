// npm start: installs and builds what is missing, then becomes the server: one process, so that
// what is sent to it (a signal, a kill) reaches the server itself.
import { ensureWebBuilt } from './build-web.mjs';
import { checkNode, fail } from './check-node.mjs';
import { ensureInstalled } from './install.mjs';

checkNode();
ensureInstalled();
const web = await ensureWebBuilt();
if (!web.ok) {
  process.stderr.write(web.output);
  fail('The dashboard could not be built; the builder says why above.');
}
const { register } = await import('tsx/esm/api');
register({ tsconfig: false });
await import('../server/main.ts');
