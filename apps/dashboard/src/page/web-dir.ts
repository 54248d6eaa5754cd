import { join } from 'node:path';
import { packageRoot } from '../package-root.js';

/** Injection token of the directory of the built page. */
export const WEB_DIR = Symbol('WEB_DIR');

/** The directory that the build of the page fills; see docs/dashboard.md. */
export const builtWebDir = (): string => join(packageRoot(), 'dist/apps/dashboard/web');
