import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../apps/pages/src/catalogue.js';
import { validateDocument } from '../../apps/pages/src/validation/validate-document.js';
import { PAGE_TEMPLATES, withForm } from '../../apps/pages/src/page-templates/page-templates.js';
import { EVERYTHING } from '../../apps/pages/src/rendering/every-item.fixture.js';
import { EXAMPLE_FORM, exampleContext } from '../../apps/pages/src/rendering/page-context.fixture.js';
import { renderPage } from '../../apps/pages/src/rendering/render-page.js';
import { toolFile } from '../support/tools.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  installJava();
  // Long enough to install it.
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the W3C's checker and returns what it finds wrong; empty if nothing. */
async function errorsIn(...files: string[]): Promise<string> {
  const jar = toolFile('vnu-jar', 'build/dist/vnu.jar');
  const checked = promisify(execFile)('java', ['-jar', jar, '--errors-only', '--format', 'text', ...files]);
  // Its exit code tells; what it found stands on standard error.
  return checked.then(
    () => '',
    (error: { stderr?: string }) => error.stderr || String(error),
  );
}

describe("the W3C's checker", () => {
  it('finds no error in a page of each template, nor in one of every item', async () => {
    const documents = [
      ...PAGE_TEMPLATES.map(({ id, template }) => [id, template] as const),
      ['tudo', EVERYTHING] as const,
    ];
    const files: string[] = [];
    for (const [name, document] of documents) {
      const file = join(folder, `${name}.html`);
      await writeFile(file, renderPage(withForm(validateDocument(document), EXAMPLE_FORM.id), exampleContext()).html);
      files.push(file);
    }
    expect(await errorsIn(...files)).toBe('');
  });

  it('would find one', async () => {
    const file = join(folder, 'broken.html');
    await writeFile(file, '<!doctype html><html lang="pt"><title>a</title><ul><p>a</p></ul></html>');
    expect(await errorsIn(file)).toContain('not allowed as child of');
  });
});

/** Installs Java from the system's packages if there is none; one caller at a time. */
function installJava(): void {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
  } catch {
    const install =
      'java -version || { apt-get update; DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends default-jre-headless; }';
    execFileSync('flock', [join(tmpdir(), 'apt-install.lock'), 'sh', '-c', install], { stdio: 'ignore' });
  }
}
