import { configurationReference } from '../configuration/reference.js';
import { architecture } from './apps-table.js';
import { decisionsIndex } from './decisions.js';
import { notice } from './notice.js';
import type { GeneratedPage } from './page.js';

/** The pages that `npm run docs` writes. */
export const PAGES: readonly GeneratedPage[] = [
  { name: 'configuration', file: 'docs/configuration.md', write: configurationReference },
  architecture,
  decisionsIndex,
  notice,
];
