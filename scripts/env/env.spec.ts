import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ENV = resolve(import.meta.dirname, '../env.mjs');

interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

let dataDir: string;
let platform: Server | undefined;

beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'env-'))));
afterEach(() => {
  platform?.close();
  platform = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a script as a reader does who has given the shell the variables. */
function shell(script: string): Promise<Finished> {
  const line = `eval "$(node ${ENV})" || exit 9\n${script}`;
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  return new Promise((done) => {
    execFile('bash', ['--norc', '-c', line], { env }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** A platform whose login gives this answer to every user. */
async function platformThatAnswers(status: number, body: object): Promise<string> {
  platform = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)));
  await new Promise<void>((done) => platform!.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(platform.address() as { port: number }).port}`;
}

function writeDevFile(platformUrl: string): void {
  const dev = {
    urls: { platform: platformUrl, crm: 'http://127.0.0.1:3003', inbox: 'http://127.0.0.1:3012' },
    smtp: { inbound: { host: '127.0.0.1', port: 3014 }, sendingTls: { host: '127.0.0.1', port: 3021 } },
    tls: { certificate: '/data/tls/certificate.pem' },
    hooks: { url: 'http://127.0.0.1:3017/hook', requests: 'http://127.0.0.1:3017/requests' },
    user: { email: 'demo@service.test', password: "it's $HOME" },
    operator: { email: 'operator@service.test', password: 'secret' },
    apiKey: 'sk_test_1',
    mailbox: { id: 'box' },
  };
  writeFileSync(join(dataDir, 'dev.json'), JSON.stringify(dev));
}

async function runningStack(): Promise<void> {
  writeDevFile(await platformThatAnswers(200, { Token: 'token' }));
}

describe('the variables of the examples', () => {
  it('are the addresses and credentials of the stack on DATA_DIR', async () => {
    await runningStack();
    const { stdout } = await shell('echo "$CRM $INBOX $SMTP_INBOUND $KEY $SESSION $OPERATOR_SESSION $MAILBOX"');
    expect(stdout).toBe('http://127.0.0.1:3003 http://127.0.0.1:3012 127.0.0.1:3014 sk_test_1 token token box\n');
  });

  it('name the ports for sending by SMTP, and their certificate', async () => {
    await runningStack();
    const { stdout } = await shell('echo "$SMTP_SENDING_TLS $SMTP_CERTIFICATE"');
    expect(stdout).toBe('127.0.0.1:3021 /data/tls/certificate.pem\n');
  });

  it('reach the shell as they are, whatever a password contains', async () => {
    await runningStack();
    expect((await shell('echo "$USER_PASSWORD"')).stdout).toBe("it's $HOME\n");
  });

  it('have a number that is another each time', async () => {
    await runningStack();
    const [first, second] = await Promise.all([shell('echo $UNIQUE'), shell('echo $UNIQUE')]);
    expect(first.stdout).toMatch(/^\d{8}\n$/);
    expect(second.stdout).not.toBe(first.stdout);
  });

  it.each([
    ['no stack runs', () => undefined, 'Run npm start'],
    ['the stack was killed', () => writeDevFile('http://127.0.0.1:9'), 'does not answer at http://127.0.0.1:9'],
    [
      'a user has a second factor',
      async () => writeDevFile(await platformThatAnswers(200, { Token: '', TwoFactorRequired: true })),
      'cannot log in: the user has a second factor',
    ],
    [
      'a login is refused',
      async () => writeDevFile(await platformThatAnswers(429, { Error: { Message: 'Too many attempts' } })),
      'cannot log in: 429 Too many attempts',
    ],
  ])('are not set, and a sentence says why, when %s', async (_, arrange, sentence) => {
    await arrange();
    const { code, stdout, stderr } = await shell('echo "never"');
    expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});

describe('field', () => {
  beforeEach(runningStack);

  it.each([
    ['{"Message": {"Id": "msg_1"}}', '.Message.Id', 'msg_1'],
    ['{"items": [{"id": 7}]}', "'.items[0].id'", '7'],
    ['[{"id": "a"}, {"id": "b"}]', '"[1].id"', 'b'],
    ['{"items": [{"on": true}, {"on": false, "id": "it\'s"}]}', "'.items.find(({ on }) => !on).id'", "it's"],
    ['{"kept": {"a": [1, null]}}', '.kept', '{"a":[1,null]}'],
  ])('of %s: %s is %s', async (json, path, value) => {
    const quoted = json.replaceAll("'", String.raw`'\''`);
    expect((await shell(`echo '${quoted}' | field ${path}`)).stdout).toBe(`${value}\n`);
  });

  it.each([
    ['a field that is absent', '{"Error": "no"}', '.Id'],
    ['a field of what is absent', '{"Error": "no"}', '.Message.Id'],
    ['an answer that is not JSON', 'gateway', '.Id'],
    ['what is no path', '{"Error": "no"}', 'process.exit'],
  ])('fails, and shows the answer, for %s', async (_, json, path) => {
    const { code, stdout, stderr } = await shell(`echo '${json}' | field ${path}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(json);
  });
});
