// Measures what a first visit of the page loads, by Vite's manifest.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes after brotli that a first visit may load. */
export const BUDGET = { js: 150 * 1024, css: 30 * 1024 };

/** Bytes after brotli of the entry and of all that it imports at once. */
export function initialSize(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const files = { js: new Set(), css: new Set() };
  collect(
    manifest,
    Object.values(manifest).find(({ isEntry }) => isEntry),
    files,
  );
  const size = (names) => [...names].reduce((sum, name) => sum + statSync(join(folder, `${name}.br`)).size, 0);
  return { js: size(files.js), css: size(files.css) };
}

/** A sentence for each budget that is exceeded. */
export function exceeded(sizes) {
  return Object.entries(BUDGET)
    .filter(([kind, most]) => sizes[kind] > most)
    .map(([kind, most]) => `A first visit loads ${kib(sizes[kind])} of ${kind}; the budget is ${kib(most)}.`);
}

export const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

function collect(manifest, chunk, files) {
  if (files.js.has(chunk.file)) return;
  files.js.add(chunk.file);
  for (const name of chunk.css ?? []) files.css.add(name);
  for (const name of chunk.imports ?? []) collect(manifest, manifest[name], files);
}
