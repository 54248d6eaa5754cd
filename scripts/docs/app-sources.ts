import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE_OF_LIB = /import \{[^}]*\b\w+Module\b[^}]*\} from '#libs\/([\w/-]+)'/g;
/** Every app has it, to send or to receive; which of the two is in the app's module. */
const TRANSPORT = 'core/app-events';

/**
 * The sources that run in an app: its own, and those of the libs whose Nest modules its `app.module.ts` imports. What else
 * a lib exports may run in another app only.
 */
export function sourcesOfApp(root: string, app: string): string[] {
  const own = sourcesBelow(join(root, 'apps', app, 'src'));
  const module = readFileSync(join(root, 'apps', app, 'src/app.module.ts'), 'utf8');
  const libs = [...module.matchAll(MODULE_OF_LIB)].map(([, lib = '']) => lib).filter((lib) => lib !== TRANSPORT);
  return [...own, ...[...new Set(libs)].flatMap((lib) => sourcesBelow(join(root, 'libs', lib, 'src')))];
}

/** The texts of the TypeScript files below a folder, without specs and comments. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
}
