import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIVE, STATED, TERMS } from './notice-terms.js';
import { formatted, type GeneratedPage } from './page.js';

const FILE = 'NOTICE.md';

const HEAD = `# Notices

What is not ours. Service itself is under the terms of [LICENSE](LICENSE). \`npm run docs:notice\` writes this page from
\`package-lock.json\` and the packages that are installed.
`;

/** A package that production installs. */
export interface InstalledPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  /** True if package.json asks for it, and not only another package. */
  isDirect: boolean;
}

/** A file of a package that stands in this repository, below `vendor/`. */
export interface VendoredFile {
  folder: string;
  file: string;
  package: string;
  version: string;
  license: string;
}

interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
}

/** The page of notices. */
export const notice: GeneratedPage = {
  name: 'notice',
  file: FILE,
  write: async (root) => formatted(root, FILE, noticeOf(productionPackages(root), vendoredFiles(root))),
};

/** The packages of package-lock.json that production installs, on whatever machine, in alphabetical order. */
export function productionPackages(root: string): InstalledPackage[] {
  const { packages } = readJson<{ packages: Record<string, LockedPackage> }>(join(root, 'package-lock.json'));
  const direct = packages['']?.dependencies ?? {};
  const byLine = new Map<string, InstalledPackage>();
  for (const [path, { version = '', license, dev, link }] of Object.entries(packages)) {
    if (path === '' || dev || link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isDirect = name in direct && path === `node_modules/${name}`;
    const known = byLine.get(`${name} ${version}`);
    if (known) known.isDirect ||= isDirect;
    else byLine.set(`${name} ${version}`, { name, version, licence: license ?? licenceIn(root, path, name), isDirect });
  }
  return [...byLine.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The files that `vendor/<folder>/vendor.json` records; each has its licence beside it. */
export function vendoredFiles(root: string): VendoredFile[] {
  const vendor = join(root, 'vendor');
  if (!existsSync(vendor)) return [];
  const folders = readdirSync(vendor).filter((folder) => existsSync(join(vendor, folder, 'vendor.json')));
  return folders.sort().map((folder) => ({
    ...readJson<Omit<VendoredFile, 'folder'>>(join(vendor, folder, 'vendor.json')),
    folder,
  }));
}

/** The licence of a package whose entry in package-lock.json has none; the older fields of package.json count, too. */
function licenceIn(root: string, path: string, name: string): string {
  const file = join(root, path, 'package.json');
  if (STATED[name]) return STATED[name];
  if (!existsSync(file)) return '';
  const { licenses = [] } = readJson<{ licenses?: { type: string }[] }>(file);
  return licenses.map(({ type }) => type).join(' OR ');
}

/** The packages whose licence is not permissive and that no term in \`TERMS\` is about. */
export function rejectedPackages(packages: readonly InstalledPackage[]): InstalledPackage[] {
  return packages.filter(
    ({ name, licence }) => !isPermissive(licence) && !TERMS.some((term) => term.packages.test(name)),
  );
}

/** Returns whether an SPDX expression leaves a choice of permissive licences: all of one alternative. */
export function isPermissive(licence: string): boolean {
  const alternatives = licence.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every((one) => PERMISSIVE.has(one)));
}

/** @throws Error naming the packages whose licence is not allowed */
export function noticeOf(packages: readonly InstalledPackage[], vendored: readonly VendoredFile[] = []): string {
  const asPackages = vendored.map(({ package: name, version, license: licence }) => ({
    name,
    version,
    licence,
    isDirect: true,
  }));
  const rejected = rejectedPackages([...packages, ...asPackages]);
  if (rejected.length > 0) {
    const names = rejected.map(({ name, licence }) => `${name} (${licence || 'none'})`);
    throw new Error(`Licences that are not allowed; see scripts/docs/notice-terms.ts: ${names.join(', ')}`);
  }
  return [
    HEAD,
    '## Special terms\n',
    ...specialTerms(packages),
    ...filesOf(vendored),
    '## Packages that we chose\n',
    list(packages.filter(({ isDirect }) => isDirect)),
    '## Packages that those need\n\nOn some machines only, where they are for one kind of machine.\n',
    list(packages.filter(({ isDirect }) => !isDirect)),
  ].join('\n');
}

function filesOf(vendored: readonly VendoredFile[]): string[] {
  if (vendored.length === 0) return [];
  const lines = vendored.map(
    ({ folder, file, package: name, version, license }) =>
      `- \`vendor/${folder}/${file}\` of \`${name}\` ${version}, [${license}](vendor/${folder}/LICENSE), unchanged`,
  );
  return ['## Files of others in this repository\n', `${lines.join('\n')}\n`];
}

function specialTerms(packages: readonly InstalledPackage[]): string[] {
  return TERMS.flatMap(({ title, packages: about, text }) => {
    const names = [...new Set(packages.map(({ name }) => name))].filter((name) => about.test(name));
    if (names.length === 0) return [];
    return `**${title}.** ${text.replace('{packages}', names.map((name) => `\`${name}\``).join(', '))}\n`;
  });
}

const list = (packages: readonly InstalledPackage[]): string =>
  `${packages.map(({ name, version, licence }) => `- \`${name}\` ${version}, ${licence}`).join('\n')}\n`;

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
