import { describe, expect, it } from 'vitest';
import { APPS_WITH_DATABASE } from '../../scripts/stack/apps.js';
import { CodeIndex } from '../support/code-index.js';
import { readPage } from '../support/docs-pages.js';

/** Files that name every app and need no line for a new one. */
const NO_LIST: Record<string, string> = {
  'apps/identity/src/app.module.ts': 'Beside the config, which the page names',
  'apps/platform/src/app.module.ts': 'Beside the config, which the page names',
  'bench/support/pages.ts': 'Gives addresses to the receivers of events that the config names',
  'libs/core/auth/src/access/access.guard.spec.ts': 'Names products',
  'libs/core/app-events/src/catalogue/catalogue.spec.ts': 'Holds a hash of each schema',
  'test/built/sdk.spec.ts': 'Makes some calls of each; test/contract/sdk.spec.ts is over all operations',
  'test/faults/journey-story.spec.ts': 'Starts the apps that a journey needs',
  'test/privacy/tenant-deletion.spec.ts': 'Runs over every-app.ts',
  'test/privacy/tenant-export.spec.ts': 'Runs over every-app.ts',
  'test/support/identity-stack.ts': 'Gives addresses to the receivers of events that the config names',
  'test/support/journey-processes.ts': 'Starts the apps that a journey needs',
  'test/support/tenant-stack.ts': 'Names products',
};

/** Files that are of one feature, made by a script, or no list of apps. */
const OF_A_FEATURE =
  /^(?:apps\/[\w-]+\/(?:src\/[\w-]+\/|migrations\/|schema)|test\/(?:docs\/adding|house\/)|package|docs\/)/;

describe('docs/adding-an-app.md', () => {
  it('names every file that names every app', () => {
    const code = new CodeIndex();
    const page = readPage('docs/adding-an-app.md');
    const names = APPS_WITH_DATABASE.filter(({ sharesDatabase }) => !sharesDatabase).map(
      ({ name }) => new RegExp(`(?<![a-z])${name}(?![a-z])`, 'i'),
    );
    const lists = code.files.filter((file) => {
      const text = code.codeOf(file);
      return !OF_A_FEATURE.test(file) && names.every((name) => name.test(text));
    });
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter((file) => !page.includes(`\`${file}\``) && !(file in NO_LIST))).toEqual([]);
  });
});
