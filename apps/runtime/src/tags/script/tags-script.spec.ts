import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { TAG_TYPES, TAGS } from '#libs/sites/tags';
import { TAG_LOADERS } from './tag-loaders.js';
import { TAGS_SCRIPT_SOURCE } from './tags-script.js';

it('the script of tags is under 8 KB, compressed', () => {
  expect(() => new Script(TAGS_SCRIPT_SOURCE)).not.toThrow();
  expect(gzipSync(TAGS_SCRIPT_SOURCE).length).toBeLessThan(8_000);
});

it('the script of tags evaluates nothing, and makes no HTML of a text', () => {
  expect(TAGS_SCRIPT_SOURCE).not.toMatch(/\beval\b|new Function|innerHTML|insertAdjacentHTML|document\.write/);
});

it.each(TAG_TYPES)('the script of tags loads %s from a host that its policy allows', (type) => {
  const [, body = ''] = new RegExp(`\\n    ${type}\\(id\\) \\{([\\s\\S]*?)\\n    \\},`).exec(TAG_LOADERS) ?? [];
  const hosts = [...body.matchAll(/load\('https:\/\/([^/]+)/g)].map(([, host]) => host!);
  expect(hosts).toHaveLength(1);
  const allowed = (TAGS[type].sources.script ?? []).map((source) => source.replace('https://', ''));
  const isAllowed = (host: string) =>
    allowed.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
  expect(hosts.filter((host) => !isAllowed(host))).toEqual([]);
});
