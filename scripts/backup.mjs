// `npm run backup`: installs and builds what is missing, then stores all databases and blobs.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/backup/backup.js');
