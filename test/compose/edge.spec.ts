import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { composeServices } from '../support/compose-file.js';

const ROOT = resolve(import.meta.dirname, '../..');

const { edge, mail, runtime } = composeServices();
const caddyfile = readFileSync(join(ROOT, 'Caddyfile'), 'utf8');

it('the edge has its configuration from the Caddyfile beside the compose file', () => {
  const mounts = edge?.volumes?.map((volume) => volume.split(':')) ?? [];
  const [source = ''] = mounts.find(([, target]) => target === '/etc/caddy/Caddyfile') ?? [];
  expect(existsSync(join(ROOT, source)) && source).toBe('./Caddyfile');
});

it.each([
  ['runtime', runtime],
  ['mail', mail],
])('the edge asks, and hands requests to, %s where it listens', (name, app) => {
  const ports = [...caddyfile.matchAll(new RegExp(`\\b${name}:(\\d+)`, 'g'))].map(([, port]) => Number(port));
  const port = Number(app?.environment?.['PORT']);
  expect(ports).toEqual([port, port]);
  expect(edge).toHaveProperty(['depends_on', name]);
});

it('the edge asks itself whom to ask, and the apps see nothing of that', () => {
  const [, address] = /\bask http:\/\/(\S+)\/internal\/tls-ask/.exec(caddyfile) ?? [];
  expect(address).toMatch(/^127\.0\.0\.1:/);
  const asked = caddyfile.split(`http://${address} {`)[1]?.split('\n}')[0] ?? '';
  expect(asked.match(/reverse_proxy/g)).toHaveLength(2);
  expect(asked.split('header_up Authorization "Bearer {$SERVICE_SECRET}"')).toHaveLength(3);
});

it('the hosts that mail is asked about are those that it is handed', () => {
  const prefixes = [...caddyfile.matchAll(/\^\(([\w|-]+)\)/g)].map(([, names]) => names);
  expect(prefixes).toEqual(Array(2).fill('mta-sts|autoconfig|autodiscover'));
});

it('the edge is given each variable of the Caddyfile', () => {
  const used = [...caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(edge?.environment ?? {}).toSorted());
});

it('the edge keeps what is not for visitors from them, on every host', () => {
  expect(caddyfile).toMatch(/@closed path (.+)\n\s+respond @closed 404\n\s+reverse_proxy runtime/);
  const closed = /@closed path (.+)/.exec(caddyfile)?.[1]?.split(' ');
  expect(closed).toEqual(['/internal', '/internal/*', '/metrics', '/docs', '/docs/*', '/openapi.json']);
  const sites = [...caddyfile.matchAll(/^(?:https:\/\/|\{\$EDGE_SHARED_HOST\}) \{$([\s\S]*?)^\}/gm)].map(
    ([, site]) => site,
  );
  expect(sites.map((site) => /import runtime/.test(site ?? ''))).toEqual([true, true]);
});
