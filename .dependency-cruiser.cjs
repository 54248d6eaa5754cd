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
      to: { path: ['^(scripts|bench|test)/', '^libs/embedded/'], pathNot: '^test/support/' },
    },
    {
      name: 'public-face-only',
      comment: 'Of a lib only src/index.ts is imported from outside, as #libs/<name>.',
      severity: 'error',
      from: { path: '^(apps|scripts|bench)/' },
      to: { path: '^libs/[^/]+/', pathNot: ['^libs/[^/]+/src/index[.]ts$', '^libs/[^/]+/test-support/'] },
    },
    {
      name: 'public-face-only-between-libs',
      comment: 'Of a lib only src/index.ts is imported from outside, as #libs/<name>.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index[.]ts$'] },
    },
    {
      name: 'libs-by-their-name',
      comment: 'Another part of the repository writes #libs/<name>, not a path.',
      severity: 'error',
      from: { path: '^(apps|scripts|bench)/' },
      to: {
        path: '^libs/',
        pathNot: '^libs/[^/]+/test-support/',
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'The test harness and specs are imported by specs only.',
      severity: 'error',
      from: {
        path: '^(apps|libs|scripts)/',
        pathNot: ['[.]spec[.]ts$', '^libs/testing/', '/testing/', '/test-support/', '[.]fixture[.]ts$'],
      },
      to: { path: ['^libs/testing/', '^libs/[^/]+/test-support/', '[.]spec[.]ts$'] },
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
      from: { path: '^(apps|libs)/', pathNot: ['[.]spec[.]ts$', '^libs/testing/', '/testing/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: ['^dist/', '^[.]data/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
    },
  },
};
