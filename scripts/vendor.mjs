// `npm run vendor [-- <version>]`: renews vendor/scalar from the npm package, of the recorded version if none is given.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'vendor/scalar');
const RECORD = join(FOLDER, 'vendor.json');

/** The package as npm downloads it, whose integrity npm checks against the registry's. */
function pack(name, version, folder) {
  const args = ['pack', `${name}@${version}`, '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }));
  return { archive: join(folder, packed.filename), integrity: packed.integrity };
}

async function fileOf(archive, path) {
  const entries = createReadStream(archive).pipe(createGunzip()).pipe(extract());
  for await (const entry of entries) {
    const content = await buffer(entry);
    if (entry.header.name === path) return content;
  }
  throw new Error(`${archive} has no ${path}`);
}

async function renew() {
  const old = JSON.parse(readFileSync(RECORD, 'utf8'));
  const version = process.argv[2] ?? old.version;
  const folder = mkdtempSync(join(tmpdir(), 'vendor-'));
  try {
    const { archive, integrity } = pack(old.package, version, folder);
    if (version === old.version && integrity !== old.integrity) throw new Error(`${version} is not what it was`);
    const content = await fileOf(archive, old.path);
    writeFileSync(join(FOLDER, old.file), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    writeFileSync(RECORD, `${JSON.stringify({ ...old, version, integrity, sha256 }, null, 2)}\n`);
    console.log(`${old.package} ${version}: ${old.file} ${content.length} bytes, ${sha256}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await renew();
