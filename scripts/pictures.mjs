// `npm run pictures`: takes the pictures of the dashboard and of published pages for the documentation, while `npm start` runs.
import { runBuilt } from './prepare/run-built.mjs';

await runBuilt('scripts/pictures/main.js');
