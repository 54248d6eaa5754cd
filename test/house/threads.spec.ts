import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from '../support/docs-pages.js';
import { sourcesIn } from './sources.js';

/** Packages of which an app is made. A thread that loads them takes more than a second of a processor before it begins. */
const OF_AN_APP = /^(?:@nestjs\/|express$|typeorm$|pg$|pino$|prom-client$|@opentelemetry\/)/;

/** Files that a thread loads at most, beside its packages. */
const MOST_FILES = 60;

const OPTIONS = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, experimentalDecorators: true };

/** The modules that are loaded with a file: types are gone. */
function importsOf(file: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: OPTIONS });
  return ts.preProcessFile(outputText, true, true).importedFiles.map(({ fileName }) => fileName);
}

function sourceOf(name: string, from: string): string | undefined {
  if (name.startsWith('#libs/')) return join(ROOT, name.slice(1), 'src/index.ts');
  return name.startsWith('.') ? resolve(dirname(from), name.replace(/\.js$/, '.ts')) : undefined;
}

/** Files and packages that are loaded with a file. */
function loadedWith(entry: string): { files: string[]; packages: string[] } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files)
    for (const name of importsOf(file)) {
      const source = sourceOf(name, file);
      if (source === undefined) packages.add(name);
      else if (existsSync(source)) files.add(source);
    }
  return { files: [...files].map((file) => relative(ROOT, file)), packages: [...packages] };
}

const entries = sourcesIn(['apps', 'libs'], /thread(?:-entry)?\.ts$/)
  .filter(({ text }) => /\b(?:answerTasks|threadData)[(<]/.test(text))
  .map(({ file }) => file);

it('the entries of threads are found', () => {
  expect(entries.length).toBeGreaterThanOrEqual(4);
});

it.each(entries)('%s loads nothing of an app: its thread begins at once, on a busy machine too', (entry) => {
  const { files, packages } = loadedWith(join(ROOT, entry));
  expect(packages.filter((name) => OF_AN_APP.test(name))).toEqual([]);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES);
});
