import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolvePath(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/threads');

/** A source names its neighbour by the file that the compiler will write. */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    const url = error?.url;
    if (!url?.endsWith('.js') || !existsSync(fileURLToPath(url).replace(/\.js$/, '.ts'))) throw error;
    return { url: url.replace(/\.js$/, '.ts'), format: 'module', shortCircuit: true };
  }
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}

async function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const kept = join(CACHE, `${createHash('sha256').update(source).digest('hex')}.mjs`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { default: ts } = await import('typescript');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, experimentalDecorators: true };
  const { outputText } = ts.transpileModule(source, { fileName: file, compilerOptions: options });
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, outputText);
  renameSync(`${kept}.${process.pid}`, kept);
  return outputText;
}
