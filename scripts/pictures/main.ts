// Takes the pictures of the documentation from a running `npm start`: the dashboard of the demo account in docs/pictures, and
// published pages in docs/landing-pages/pictures. The first argument, `dashboard` or `pages`, takes these alone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDevFile } from '../stack/read-dev-file.js';
import { takeDashboard } from './dashboard.js';
import { takePublishedPages } from './published-pages.js';

const DATA_DIR = process.env['DATA_DIR'] || '.data';

const file = join(DATA_DIR, 'dev.json');
if (!existsSync(file)) throw new Error(`${file} is missing: run npm start beside this`);
const dev = readDevFile(file);
const [only] = process.argv.slice(2);
if (only !== 'pages') await takeDashboard(dev);
if (only !== 'dashboard') await takePublishedPages(dev);
