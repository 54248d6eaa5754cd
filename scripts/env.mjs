// `eval "$(node scripts/env.mjs)"` gives a shell the addresses and credentials of the stack that `npm start` runs.
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DATA_DIR = resolve(process.env['DATA_DIR'] || '.data');
const FIELD = join(import.meta.dirname, 'env/field.mjs');

async function main() {
  try {
    const stack = readStack();
    console.log(shellLines(await variablesOf(stack)).join('\n'));
  } catch (error) {
    console.error(error.message);
    // The shell runs this in place of the variables, so that `eval` fails, too.
    console.log('false');
    process.exitCode = 1;
  }
}

function readStack() {
  const file = join(DATA_DIR, 'dev.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new Error(
    `No stack runs on ${DATA_DIR}. Run npm start, and wait until it says Ready; DATA_DIR names another place.`,
  );
}

async function variablesOf({ urls, smtp, tls, hooks, apiKey, user, operator, mailbox }) {
  const [session, operatorSession] = await Promise.all([logIn(urls.platform, user), logIn(urls.platform, operator)]);
  const apps = Object.entries(urls).map(([name, url]) => [name.toUpperCase(), url]);
  const ports = Object.entries(smtp).map(([name, { host, port }]) => [
    `SMTP_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
    `${host}:${port}`,
  ]);
  return {
    ...Object.fromEntries([...apps, ...ports]),
    SMTP_CERTIFICATE: tls.certificate,
    HOOK: hooks.url,
    HOOK_REQUESTS: hooks.requests,
    KEY: apiKey,
    SESSION: session,
    OPERATOR_SESSION: operatorSession,
    USER_EMAIL: user.email,
    USER_PASSWORD: user.password,
    MAILBOX: mailbox.id,
    UNIQUE: String(randomInt(10_000_000, 100_000_000)),
  };
}

async function logIn(platform, { email, password }) {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
  const response = await fetch(`${platform}/api/auth/login`, request).catch(() => undefined);
  if (!response) throw new Error(`The stack on ${DATA_DIR} does not answer at ${platform}. Run npm start again.`);
  const { Token, TwoFactorRequired, Error: refusal } = await response.json();
  if (Token) return Token;
  const reason = TwoFactorRequired ? 'the user has a second factor' : `${response.status} ${refusal?.Message ?? ''}`;
  throw new Error(`${email} cannot log in: ${reason}`);
}

/** The function `field` takes a field out of a JSON answer, on machines without jq. */
function shellLines(variables) {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return [...exports, `field() { node ${quoted(FIELD)} "$@"; }`];
}

function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

await main();
