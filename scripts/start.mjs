// `npm start`: installs and builds what is missing, then runs the launcher. Needs only Node.
import { buildPage } from './prepare/page.mjs';
import { runBuilt } from './prepare/run-built.mjs';
import { step } from './prepare/steps.mjs';

// The dashboard answers that its page is being built until it is.
await runBuilt('scripts/stack/main.js', (root) => void step('page of the dashboard', () => buildPage(root)));
