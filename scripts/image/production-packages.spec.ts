import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Calls that load a package by its name, which the rules of dependency-cruiser do not see. */
const LOADS = /(?:lazyPackage(?:<[^(]*>)?\(|[.]meta[.]url\)(?:[.]resolve)?\(|\brequire\()\s*['"`]([^'"`]+)['"`]/g;

const sources = ['apps', 'libs'].flatMap((part) =>
  readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/[.](spec|fixture)[.]ts$|^testing\/|\/test-support\//.test(file))
    .map((file) => join(part, file)),
);

/** `@scope/name` or `name` of a path into a package. */
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

function loadedBy(file: string): string[] {
  const names = [...readFileSync(join(ROOT, file), 'utf8').matchAll(LOADS)].map(([, path]) => path!);
  return names.filter((path) => !isBuiltin(path) && !/^[.#]/.test(path)).map((path) => packageOf(path));
}

describe('the packages that production loads by name', () => {
  const loads = sources.flatMap((file) => loadedBy(file).map((name) => ({ file, name })));

  it('are found in the sources', () => {
    const names = loads.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['sharp', 'mailauth', 'undici', 'jose']));
  });

  it('are dependencies, which an installation without devDependencies has', () => {
    const missing = loads.filter(({ name }) => !name.includes('$') && !(name in dependencies));
    expect(missing).toEqual([]);
  });
});
