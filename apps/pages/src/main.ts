import { runService } from '#libs/core/app';
import { PagesConfig } from './config.js';
import { createPages } from './pages.js';

await runService(PagesConfig, 'pages', createPages);
