// `npm run migration -- <app> create|run|revert|show`: installs and builds what is missing, then runs the command.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/migration/main.js');
