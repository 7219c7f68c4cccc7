// npm start, and the commands of operators (node tools/start.mjs NAME): installs and builds what is missing, then runs
// build/server/NAME.js in the same process, so that signals go to the program itself.
import { existsSync } from 'node:fs';
import { checkNode } from './check-node.mjs';

checkNode();
const [name = 'main'] = process.argv.splice(2, 1);
// A release consists of the build and has no sources.
if (existsSync(new URL('../server/main.ts', import.meta.url))) {
  const { prepareBuild } = await import('./prepare-build.mjs');
  await prepareBuild(name === 'main' ? 'all' : 'server');
}
// As --enable-source-maps does: stack traces name the TypeScript files.
process.setSourceMapsEnabled(true);
await import(`../build/server/${name}.js`);
