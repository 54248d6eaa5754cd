// `npm run make-operator -- <email>`: installs and builds what is missing, then makes a user a platform operator.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/make-operator/main.js');
