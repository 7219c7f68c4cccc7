// Part of npm run release: packs @barback/client into the folder that is named.
import { makeClient } from './client/make-client.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the tarball');
await makeClient(folder);
