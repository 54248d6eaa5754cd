// Writes the generated pages that the command line names, or all of them.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PAGES } from './pages.js';

const root = resolve(import.meta.dirname, '../../..');
const names = process.argv.slice(2);
const unknown = names.filter((name) => !PAGES.some((page) => page.name === name));
if (unknown.length > 0) {
  console.error(`No such page: ${unknown.join(', ')}. There are ${PAGES.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
for (const { name, file, write } of PAGES) {
  if (names.length > 0 && !names.includes(name)) continue;
  writeFileSync(join(root, file), await write(root));
  console.log(file);
}
