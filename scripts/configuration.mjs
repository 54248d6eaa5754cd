// `npm run docs:configuration`: builds what is missing, then writes docs/configuration.md from the configuration classes.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/configuration/main.js');
