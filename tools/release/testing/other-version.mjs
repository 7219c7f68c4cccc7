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
const built = join(release, 'build/server');
const files = readdirSync(built, { recursive: true }).filter((file) => file.endsWith('.js'));
const changed = files.filter((file) => {
  const text = readFileSync(join(built, file), 'utf8');
  const other = text.replaceAll(`version:"${from}"`, `version:"${to}"`);
  writeFileSync(join(built, file), other);
  return other !== text;
});
if (changed.length === 0) fail(`No file of the build contains version ${from}`);
const compressed = ['-I', 'gzip -1', '-cf', `${release}.tar.gz`, name];
execFileSync('tar', compressed, { cwd: folder });
process.stdout.write(makeDeb(`${release}.tar.gz`, to));
