// `npm run release-hold`: installs and builds what is missing, then lets the queues of a restored installation run.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/backup/release-hold.js');
