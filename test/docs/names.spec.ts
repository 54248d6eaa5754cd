import { describe, expect, it } from 'vitest';
import { CodeIndex } from '../support/code-index.js';
import { blocksOf, docsPages, readPage, withoutBlocks } from '../support/docs-pages.js';

/** Names that pages take from elsewhere, by where they are from. */
const NAMES_OF_OTHERS = new Set([
  // browsers
  'EventSource',
  'importScripts',
  // clamd
  'MaxFileSize',
  'MaxScanSize',
  // made of the names of ports in dev.json, and held against the README by test/built/docs.spec.ts
  'SMTP_BOUNCE',
  'SMTP_INBOUND',
  'SMTP_SENDING',
  'SMTP_SENDING_TLS',
  'SMTP_SUBMISSION',
  // graphql-tools
  'batchDelegateToSchema',
  // Express
  'express.json',
  // Firebase
  'onMessageReceived',
  'subscribeToTopic',
  // Nest
  'IntersectionType',
  'RESOLVER_TYPE_METADATA',
  // OpenTelemetry, which reads them itself
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  // packages that were tried: sonic-boom, undici
  'periodicFlush',
  'maxOrigins',
  // Postgres
  'pg_wal_replay_pause',
]);

/** Names of examples, which stand for a name that the reader chooses. */
const EXAMPLES =
  /^(?:(?:Create|List)Things?|Thing\w+|apps\/platform\/src\/notes\/.*|apps\/platform\/migrations\/18.*|graphql\/|notes?\.[\w.-]+\.ts)$/;

const FILE = /^[\w@.-]+(?:\/[\w@.-]+)*\.(?:ts|mjs|cjs|json|md|yml|graphql|sql)$/;
const FOLDER = /^(?:apps|libs|packages|test|scripts|bench|docs)\/[\w./-]+$/;
const NAME = /(?<![\w$#/.@-])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?(\()?(?![\w-]*[/-])/g;
/** `camelCase`, `PascalCase` of more words, `UPPER_CASE`: what is hardly a word of prose or of a wire format. */
const OF_CODE = /[a-z][A-Z]|^[A-Z][A-Z\d]*_[A-Z_\d]+$/;

const code = new CodeIndex();

/** Code spans of a page, but for what a column with the head `before` says: names that are meant to be gone. */
function spansOf(text: string): string[] {
  const lines = withoutBlocks(text).split('\n');
  let gone: number[] = [];
  const kept = lines.map((line) => {
    if (!line.startsWith('|')) gone = [];
    const cells = line.split(/(?<!\\)\|/);
    if (cells.some((cell) => cell.trim() === 'before'))
      gone = [...cells.keys()].filter((n) => cells[n]?.trim() === 'before');
    return gone.length > 0 ? cells.filter((_, n) => !gone.includes(n)).join('|') : line;
  });
  return [...kept.join('\n').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}

/** Lists the names in a code span that the repository lacks. */
function goneOf(span: string): string[] {
  if (EXAMPLES.test(span) || NAMES_OF_OTHERS.has(span)) return [];
  if (FILE.test(span)) return code.hasPath(span) || isWritten(span) ? [] : [span];
  if (FOLDER.test(span)) return code.hasPath(span) ? [] : [span];
  const names = span.replace(/'[^']*'|"[^"]*"/g, '').matchAll(NAME);
  return [...names].flatMap(([, name = '', member, call]) => {
    if (NAMES_OF_OTHERS.has(name) || EXAMPLES.test(name)) return [];
    if ((OF_CODE.test(name) || (call && !member)) && !code.hasWord(name)) return [name];
    if (member && /^[A-Z]\w*[a-z]/.test(name) && code.declares(name) && !code.hasMember(name, member))
      return [`${name}.${member}`];
    return [];
  });
}

/** A file that the product writes while it runs, such as `.data/dev.json`. */
const isWritten = (file: string): boolean =>
  /^(?:\.data\/)?[\w-]+\.json$/.test(file) && code.hasText(file.split('/').at(-1)!);

describe('the documentation', () => {
  it.each(docsPages())('%s names only files and code that exist', (page) => {
    const text = readPage(page);
    const shown = new Set(blocksOf(text).match(/[A-Za-z_$][\w$]*/g));
    const gone = spansOf(text)
      .flatMap(goneOf)
      .filter((name) => !shown.has(name));
    expect(gone).toEqual([]);
  });
});
