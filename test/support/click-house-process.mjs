// A ClickHouse for tests: its HTTP interface, as far as the product uses it, over chdb. It is a process of its own, because the engine
// takes over signals and cannot be ended by itself. Arguments: the file of chdb, directory of data, port.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const [chdbFile, directory, port] = process.argv.slice(2);
const { Session } = createRequire(import.meta.url)(chdbFile);
const session = new Session(directory);
const SETTINGS = new Set([
  'insert_deduplication_token',
  'insert_deduplicate',
  'async_insert',
  'lightweight_deletes_sync',
]);
const authorization = `Basic ${Buffer.from('traffic:hush').toString('base64')}`;

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function run(url, body) {
  const { searchParams } = url;
  for (const [name, value] of searchParams) {
    if (name.startsWith('param_') || SETTINGS.has(name)) session.query(`set ${name} = ${quoted(value)}`);
  }
  try {
    const inAddress = searchParams.get('query');
    return session.query(inAddress === null ? body : `${inAddress}\n${body}`);
  } finally {
    session.query(`set insert_deduplication_token = ''`);
  }
}

function answer(request, response, body) {
  if (request.headers.authorization !== authorization) {
    response.writeHead(403, { 'x-clickhouse-exception-code': '516' });
    return response.end('Code: 516. DB::Exception: traffic: Authentication failed. (AUTHENTICATION_FAILED)');
  }
  try {
    response.end(run(new URL(request.url, 'http://localhost'), body));
  } catch (error) {
    const text = String(error.message);
    response.writeHead(500, { 'x-clickhouse-exception-code': String(error.clickhouseCode ?? 1) });
    response.end(
      /Code: \d+\. DB::Exception/.test(text) ? text : `Code: ${error.clickhouseCode}. DB::Exception: ${text} (FAILED)`,
    );
  }
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = Buffer.concat(chunks);
    const isPacked = request.headers['content-encoding'] === 'gzip';
    answer(request, response, (isPacked ? gunzipSync(bytes) : bytes).toString());
  });
});

server.listen(Number(port), '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit(0));
