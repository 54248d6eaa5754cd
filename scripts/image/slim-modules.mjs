// `node slim-modules.mjs <node_modules>`: removes from installed packages what a running app never loads.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Sources, declarations and maps of TypeScript: Node loads no TypeScript from packages. */
const FOR_DEVELOPERS = /[.](map|ts|mts|cts|tsbuildinfo)$/;

/** The forms of a content that are not read, in packages that have several of them. */
const UNREAD = [
  // Nest names it as an optional peer, for plugins of its compiler.
  'typescript',
  'typeorm/browser',
  // Apps read the ranges as numbers.
  ...['asn', 'geo-whois-asn-country'].flatMap((name) =>
    ['ipv4', 'ipv6'].map((version) => `@ip-location-db/${name}/${name}-${version}.csv`),
  ),
];

const [, , folder] = process.argv;
if (!folder) throw new Error('Which folder? node slim-modules.mjs <node_modules>');
const files = readdirSync(folder, { recursive: true }).filter((path) => FOR_DEVELOPERS.test(path));
for (const path of [...UNREAD, ...files]) rmSync(join(folder, path), { recursive: true, force: true });
