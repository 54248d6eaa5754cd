/** Floors of libs, and the other floors whose libs those of each may import. */
const FLOORS = {
  core: [],
  privacy: ['core'],
  mail: ['core', 'privacy'],
  messaging: ['core', 'privacy', 'mail'],
  sites: ['core', 'privacy', 'messaging'],
};

/** Tests and what only they use: it may import libs of any floor. */
const OF_TESTS = ['[.]spec[.]ts$', '[.]fixture[.]ts$', '/test-support/'];

/** The directions in which the parts of the repository may know of each other. */
module.exports = {
  forbidden: [
    {
      name: 'apps-are-apart',
      comment: 'Apps speak over HTTP and by events, never by import.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'libs-know-no-app',
      comment: 'A lib that imports an app is part of that app.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|scripts|bench|test)/' },
    },
    {
      name: 'apps-know-no-scripts',
      comment: 'What runs in production must not need the launcher.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: ['^(scripts|bench|test)/', '^libs/test/embedded/'], pathNot: '^test/support/' },
    },
    {
      name: 'public-face-only',
      comment: 'Of a lib only src/index.ts is imported from outside, as #libs/<floor>/<name>.',
      severity: 'error',
      from: { path: '^(apps|scripts|bench)/', pathNot: '^apps/dashboard/web/' },
      to: { path: '^libs/', pathNot: ['^libs/[^/]+/[^/]+/src/index[.]ts$', '^libs/[^/]+/[^/]+/test-support/'] },
    },
    {
      name: 'public-face-only-between-libs',
      comment: 'Of a lib only src/index.ts is imported from outside, as #libs/<floor>/<name>.',
      severity: 'error',
      from: { path: '^libs/([^/]+/[^/]+)/' },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/[^/]+/src/index[.]ts$'] },
    },
    ...Object.entries(FLOORS).map(([floor, below]) => ({
      name: `floor-of-${floor}`,
      comment: `Libs of ${floor} import those of ${[floor, ...below].join(', ')} alone; see "Where code goes".`,
      severity: 'error',
      from: { path: `^libs/${floor}/`, pathNot: OF_TESTS },
      to: { path: '^libs/', pathNot: `^libs/(${[floor, ...below].join('|')})/` },
    })),
    {
      name: 'libs-stand-on-a-floor',
      comment: 'A folder of libs is one of the floors.',
      severity: 'error',
      from: {},
      to: {
        path: '^libs/',
        pathNot: `^libs/(${[...Object.keys(FLOORS), 'test'].join('|')})/[^/]+/(src|test-support)/`,
      },
    },
    {
      name: 'libs-by-their-name',
      comment: 'Another part of the repository writes #libs/<floor>/<name>, not a path.',
      severity: 'error',
      from: { path: '^(apps|scripts|bench)/', pathNot: '^apps/dashboard/web/' },
      to: {
        path: '^libs/',
        pathNot: '^libs/[^/]+/[^/]+/test-support/',
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'The test harness and specs are imported by specs only.',
      severity: 'error',
      from: {
        path: '^(apps|libs|scripts)/',
        pathNot: ['[.]spec[.]ts$', '^libs/test/testing/', '/testing/', '/test-support/', '[.]fixture[.]ts$'],
      },
      to: { path: ['^libs/test/testing/', '^libs/[^/]+/[^/]+/test-support/', '[.]spec[.]ts$'] },
    },
    {
      name: 'packages-are-apart',
      comment: 'What others install has nothing of the product in it, and needs no package at run time.',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['[.]spec[.]ts$', '[.]fixture[.]ts$'] },
      to: { pathNot: ['^packages/', '^node:', '^[a-z_/]+$'] },
    },
    {
      name: 'nobody-needs-the-packages',
      comment: 'The product runs without its client; scripts build it, and tests try it.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: '^packages/' },
    },
    {
      name: 'page-of-the-dashboard-is-apart',
      comment: 'What runs in a browser shares the colours with the rest, and nothing else.',
      severity: 'error',
      from: { path: '^apps/dashboard/web/src/' },
      to: { path: '^(apps|libs|scripts)/', pathNot: ['^apps/dashboard/web/src/', '^libs/core/html/src/palette[.]ts$'] },
    },
    {
      name: 'page-stays-in-the-browser',
      comment: 'The server of the dashboard serves the built page; it imports nothing of its sources.',
      severity: 'error',
      from: { pathNot: '^apps/dashboard/web/' },
      to: { path: '^apps/dashboard/web/' },
    },
    {
      name: 'delivery-knows-no-channel',
      comment: 'Channels use delivery; what they share does not depend on one of them.',
      severity: 'error',
      from: { path: '^apps/platform/src/delivery/', pathNot: '[.]spec[.]ts$' },
      to: { path: '^apps/platform/src/(emails|sms|push|sending|mail-sandbox|tracking|feedback|campaigns)/' },
    },
    {
      name: 'graphql-on-demand',
      comment: 'Apps without resolvers start without GraphQL; libs/core/app loads its folder when one has them.',
      severity: 'error',
      from: { path: '^libs/', pathNot: ['^libs/core/app/src/graphql/', '^libs/core/graphql/', '[.]spec[.]ts$'] },
      to: { path: '^node_modules/(@nestjs/(graphql|apollo)|@apollo/|graphql/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-on-demand',
      comment: 'An app at rest does not need these: lazyPackage of libs/core/process loads them at their first use.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot: [
          '[.]spec[.]ts$',
          '[.]fixture[.]ts$',
          '/test-support/',
          '^libs/test/testing/',
          '^apps/pages/src/demo/',
          // Its first request needs it, and it has no workers that do not.
          '^apps/dashboard/src/',
        ],
      },
      to: {
        path: '^node_modules/(ajv|htmlparser2|iconv-lite|libphonenumber-js|postal-mime|sanitize-html|sharp|smtp-server|tldts|undici|web-push)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-cycles',
      comment: 'Parts that need each other are one part, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that nothing answers.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'A package that package.json does not name may be gone tomorrow.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-in-production',
      comment: 'Production installs without devDependencies.',
      severity: 'error',
      from: {
        path: '^(apps|libs|scripts)/',
        pathNot: [
          '[.]spec[.]ts$',
          '^libs/test/testing/',
          '/testing/',
          '/test-support/',
          '[.]fixture[.]ts$',
          // What only developers run: the inbox of npm start, the camera, and what writes pages of the documentation.
          '^scripts/(stack/inbox[.]ts|pictures/|docs/|configuration/|sdk/)',
          // What is bundled into the page, and what bundles it and the packages.
          '^(apps/dashboard/web|scripts/dashboard|scripts/packages)/',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: ['^dist/', '^[.]data/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
    },
  },
};
