import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOperations } from '../../scripts/sdk/client-operations.js';
import { APIS, clientFiles, type Documents } from '../../scripts/sdk/client-files.js';
import type { Document } from '../../scripts/sdk/openapi.js';
import { APPS } from '../support/apps.js';
import { ROOT } from '../support/docs-pages.js';
import { EveryApp } from '../support/every-app.js';
import { useStack } from '../support/use-stack.js';

const GENERATED = join(ROOT, 'packages/sdk/src/generated');

const every = useStack(() => EveryApp.start());

async function documents(): Promise<Documents> {
  const entries = APPS.filter(({ name }) => (APIS as readonly string[]).includes(name)).map(async (app) => {
    const { body } = await app.anonymousIn(every).get('/openapi.json');
    return [app.name, body as Document] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Documents;
}

describe('the client of the SDK', () => {
  it('is that of the APIs; `npx vitest run test/contract/sdk.spec.ts -u` writes it', async () => {
    for (const [file, text] of await clientFiles(await documents()))
      await expect(text).toMatchFileSnapshot(join(GENERATED, file));
  });

  it('has every operation that takes a key, and each under a name of its own', async () => {
    for (const [api, document] of Object.entries(await documents())) {
      const operations = clientOperations(document);
      const names = operations.map(({ resource, name }) => `${resource}.${name}`);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      const called = new Set(
        operations.flatMap(({ method, path, keyPath }) => [
          `${method} ${path}`,
          ...(keyPath ? [`${method} ${keyPath}`] : []),
        ]),
      );
      const ofKeys = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { security = [] }]) => security.some((one) => 'key' in one))
          .map(([method]) => `${method.toUpperCase()} ${path}`),
      );
      expect(
        ofKeys.filter((operation) => !called.has(operation)),
        api,
      ).toEqual([]);
    }
  });
});
