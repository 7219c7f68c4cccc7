// Test helper: makes a Debian package like that of a tarball, whose server reports another version, and prints its name.
// Arguments: the tarball, its version, the other version, a folder.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../check-node.mjs';
import { makeDeb } from '../deb.mjs';

const [, , archive, from, to, folder] = process.argv;
const name = `barback-${to}`;
const release = join(folder, name);
execFileSync('mkdir', [release]);
execFileSync('tar', ['-xzf', archive, '-C', release, '--strip-components=1']);
const chunks = join(release, 'build/server/chunks');
const files = readdirSync(chunks).filter((file) => file.endsWith('.js'));
const changed = files.filter((file) => {
  const text = readFileSync(join(chunks, file), 'utf8');
  const other = text.replace(`version: "${from}"`, `version: "${to}"`);
  writeFileSync(join(chunks, file), other);
  return other !== text;
});
if (changed.length !== 1)
  fail(`The build contains version ${from} in these files: ${changed.join(', ')}`);
const compressed = ['-I', 'gzip -1', '-cf', `${release}.tar.gz`, name];
execFileSync('tar', compressed, { cwd: folder });
process.stdout.write(makeDeb(`${release}.tar.gz`, to));
