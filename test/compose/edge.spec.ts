import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { composeServices } from '../support/compose-file.js';

const ROOT = resolve(import.meta.dirname, '../..');

const { edge, runtime } = composeServices();
const caddyfile = readFileSync(join(ROOT, 'Caddyfile'), 'utf8');

it('the edge has its configuration from the Caddyfile beside the compose file', () => {
  const mounts = edge?.volumes?.map((volume) => volume.split(':')) ?? [];
  const [source = ''] = mounts.find(([, target]) => target === '/etc/caddy/Caddyfile') ?? [];
  expect(existsSync(join(ROOT, source)) && source).toBe('./Caddyfile');
});

it('the edge asks, and hands requests to, the runtime where it listens', () => {
  const ports = [...caddyfile.matchAll(/\bruntime:(\d+)/g)].map(([, port]) => Number(port));
  expect(ports).toEqual([Number(runtime?.environment?.['PORT']), Number(runtime?.environment?.['PORT'])]);
});

it('the edge is given each variable of the Caddyfile', () => {
  const used = [...caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
  expect(used).toEqual(Object.keys(edge?.environment ?? {}));
});

it('the edge keeps what apps ask each other from visitors', () => {
  expect(caddyfile).toMatch(/@internal path \/internal \/internal\/\*\n\s+respond @internal 404/);
});
