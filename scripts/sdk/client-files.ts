import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { apiFile, HEADER } from './api-file.js';
import { clientOperations, reducedDocument } from './client-operations.js';
import { type Document, resolved, type Schema } from './openapi.js';

/** The APIs that the client has; the dashboard's is for its own page. */
export const APIS = ['platform', 'mail', 'pages', 'crm', 'identity', 'runtime'] as const;

export type Documents = Readonly<Record<(typeof APIS)[number], Document>>;

/** The generated files of the client, by their paths below `packages/sdk/src/generated`. */
export async function clientFiles(documents: Documents): Promise<Map<string, string>> {
  const files = new Map([['error-codes.gen.ts', errorCodesFile(Object.values(documents))]]);
  for (const api of APIS) {
    const document = documents[api];
    const operations = clientOperations(document);
    files.set(`${api}/api.gen.ts`, apiFile(api, document, operations));
    files.set(`${api}/types.gen.ts`, await typesFile(reducedDocument(document, operations)));
  }
  return files;
}

async function typesFile(document: Document): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-'));
  try {
    await createClient({
      input: document as never,
      output: { path: folder, entryFile: false },
      plugins: ['@hey-api/typescript'],
      parser: { filters: { orphans: false } },
      logs: { level: 'silent', file: false },
    });
    const text = await readFile(join(folder, 'types.gen.ts'), 'utf8');
    return HEADER + text.replace(/^\/\/ .*\n/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function errorCodesFile(documents: readonly Document[]): string {
  const codes = new Set(documents.flatMap((document) => codesIn(document, document.components.schemas['Error'])));
  const lines = [...codes].sort().map((code) => `  | '${code}'`);
  return `${HEADER}/** The codes of errors. Later versions of an API may have more. */\nexport type ErrorCode =\n${lines.join('\n')}\n  | (string & {});\n`;
}

/** The values of `Code`, or of `error` where that is a text. */
function codesIn(document: Document, schema: Schema | undefined): string[] {
  const { properties = {} } = resolved(document, schema);
  const inner = properties['Error'] ? resolved(document, properties['Error']).properties : undefined;
  return (inner?.['Code'] ?? properties['error'])?.enum ?? [];
}
