// `npm run docs:configuration`: builds what is missing, then writes docs/configuration.md from the configuration classes.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIsStale, build } from './prepare/build.mjs';
import { step } from './prepare/steps.mjs';

const ROOT = resolve(import.meta.dirname, '..');

if (buildIsStale(ROOT) && !(await step('build', () => build(ROOT)))) process.exit(1);
await import(pathToFileURL(join(ROOT, 'dist/scripts/configuration/main.js')).href);
