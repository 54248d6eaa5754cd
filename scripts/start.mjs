// `npm start`: installs and builds what is missing, then runs the launcher. Needs only Node.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/stack/main.js');
