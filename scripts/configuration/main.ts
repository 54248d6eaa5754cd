// Writes docs/configuration.md anew.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configurationReference } from './reference.js';

const root = resolve(import.meta.dirname, '../../..');
writeFileSync(join(root, 'docs/configuration.md'), await configurationReference(root));
