// npm start: installs and builds what is missing, then runs the server in the same process, so that signals go to
// the server itself.
import { ensureWebBuilt } from './build-web.mjs';
import { checkNode, fail } from './check-node.mjs';
import { ensureInstalled } from './install.mjs';

checkNode();
ensureInstalled();
const web = await ensureWebBuilt();
if (!web.ok) {
  process.stderr.write(web.output);
  fail('The dashboard could not be built; see the output above.');
}
await import('./typescript.mjs');
await import('../server/main.ts');
