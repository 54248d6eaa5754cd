// `npm run docs [-- <page>…]`: builds what is missing, then writes the pages of the documentation that scripts make; all without a name.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/docs/main.js');
