import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/docs-pages.js';

export interface Source {
  /** Path below the root. */
  file: string;
  text: string;
}

/** Installed, built and generated files. */
const OF_OTHERS = /node_modules\/|^packages\/\w+\/dist\/|\.gen(?:erated)?\.ts$/;

/** Reads the files of folders whose paths match, without those that are generated. */
export function sourcesIn(folders: readonly string[], matching: RegExp): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => matching.test(file) && !OF_OTHERS.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** Whether a file has tests or what only tests use. */
export const isOfTests = (file: string): boolean => /\.(?:spec|fixture)\.ts$|\/(?:test-support|testing)\//.test(file);
