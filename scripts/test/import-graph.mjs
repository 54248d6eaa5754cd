import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const PARTS = ['apps', 'libs', 'packages', 'scripts', 'test', 'bench'];
/** The text after `from`, `import` or `import(`: what a file imports, also as a type. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Returns which files import each file of the repository: paths from the root. */
export function importersIn(root) {
  const importers = new Map();
  for (const file of sourcesIn(root)) {
    for (const imported of importsOf(root, file)) {
      if (!importers.has(imported)) importers.set(imported, new Set());
      importers.get(imported).add(file);
    }
  }
  return importers;
}

/**
 * Returns the spec files that depend on the changed ones, the nearest first: those that changed, then those beside a change
 * or that import it, then those that import these, and so on.
 */
export function specsNear(importers, changed, specs) {
  const distance = new Map(changed.map((file) => [file, 0]));
  for (const file of distance.keys()) {
    for (const importer of importers.get(file) ?? []) {
      if (!distance.has(importer)) distance.set(importer, distance.get(file) + 1);
    }
  }
  const folders = new Set(changed.filter((file) => file.endsWith('.ts')).map((file) => dirname(file)));
  const besides = (spec) => (folders.has(dirname(spec)) ? 1 : Infinity);
  const of = (spec) => Math.min(distance.get(spec) ?? Infinity, besides(spec));
  return specs.filter((spec) => of(spec) < Infinity).toSorted((one, other) => of(one) - of(other));
}

/** Returns the TypeScript files of the repository. */
export function sourcesIn(root) {
  return PARTS.filter((part) => existsSync(join(root, part))).flatMap((part) =>
    readdirSync(join(root, part), { recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(part, file)),
  );
}

function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, name]) => resolved(file, name) ?? []);
}

/** A package is none of the repository's files. */
function resolved(file, name) {
  if (name.startsWith('#libs/')) return `libs/${name.slice('#libs/'.length)}/src/index.ts`;
  if (name.startsWith('.')) return normalize(join(dirname(file), name)).replace(/\.js$/, '.ts');
  return undefined;
}
