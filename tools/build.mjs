// npm run build: installs and builds what is missing or stale, and starts nothing.
import { checkNode } from './check-node.mjs';
import { prepareBuild } from './prepare-build.mjs';

checkNode();
await prepareBuild(process.argv[2] === 'server' ? 'server' : 'all');
