import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'slim-modules.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modules-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function install(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '12345');
  }
}

/** Runs the script like the Dockerfile. */
function slimModules(): void {
  execFileSync(process.execPath, [SCRIPT, folder], { stdio: 'ignore' });
}

const left = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

describe('the modules of the image', () => {
  it('keep what runs, its data and its licences', () => {
    const kept = ['a/index.js', 'a/index.cjs', 'a/lib.node', 'a/LICENSE.md', 'a/data.json', 'a/package.json'];
    install(...kept);
    slimModules();
    expect(left()).toEqual(kept.toSorted());
  });

  it('lose maps, sources and declarations of TypeScript, at any depth', () => {
    install('a/index.js', 'a/index.js.map', '@b/c/node_modules/d/src/index.ts', 'a/index.d.mts', 'a/index.d.cts');
    slimModules();
    expect(left()).toEqual(['a/index.js']);
  });

  it('lose the forms of content that no app reads', () => {
    const data = '@ip-location-db/asn/asn-ipv4';
    install(`${data}.csv`, `${data}-num.csv`, 'typescript/lib/tsc.js', 'typeorm/browser/index.js', 'typeorm/index.js');
    slimModules();
    expect(left()).toEqual([`${data}-num.csv`, 'typeorm/index.js']);
  });
});
