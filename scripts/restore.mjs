// `npm run restore`: installs and builds what is missing, then makes an installation as it was at a backup.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/backup/restore.js');
