import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { measuredPatience } from './test/support/measured-patience.js';

// Workers hand these to Node as they are, so `import` must not be among them: it would bend every `require`, too.
const conditions = ['source', 'node'];

const SPECS = ['apps', 'libs', 'packages', 'scripts', 'test'].map((folder) => `${folder}/**/*.spec.ts`);

/** Specs of whole systems, as processes of their own: they wait more than they compute, so they run beside the others. */
const WHOLE_SYSTEM_SPECS = ['browser', 'compose', 'faults', 'operations', 'privacy'].map(
  (folder) => `test/${folder}/**/*.spec.ts`,
);

/** Specs of the built product: one stack, as `npm start` runs it, for all of them. */
const BUILT_SPECS = ['test/built/**/*.spec.ts'];

/** Specs that move the clock of their process forward: ids are then issued ahead of time, which other specs do not bear. */
const CLOCK_SPECS = [
  'apps/identity/src/oidc/conformance.e2e.spec.ts',
  'apps/identity/src/oidc/device/device-expiry.e2e.spec.ts',
  'apps/identity/src/oidc/device/device-two-factor.e2e.spec.ts',
  'apps/identity/src/password-reset/login-race.e2e.spec.ts',
  'apps/identity/src/two-factor/two-factor.e2e.spec.ts',
  'apps/platform/src/auth/two-factor.e2e.spec.ts',
  'test/attacks/guessing.spec.ts',
  'test/attacks/one-use.spec.ts',
  'test/browser/sign-in.spec.ts',
  'test/privacy/account-deletion.spec.ts',
];

/** Specs of what decorators declare for a whole process: it must have loaded nothing of another app. */
const METADATA_SPECS = [
  'apps/crm/src/graphql/schema.e2e.spec.ts',
  'apps/mail/src/graphql/schema.e2e.spec.ts',
  'apps/pages/src/graphql/schema.e2e.spec.ts',
  'apps/platform/src/graphql/schema.e2e.spec.ts',
  'apps/pages/src/portuguese.spec.ts',
  'libs/core/http/src/fields/page-query.spec.ts',
];

/** Specs whose tests go through every route or field of every app, try hundreds of cases, or run programs: a test takes minutes. */
const SWEEP_SPECS = [
  'apps/crm/src/criteria/contact-criteria.e2e.spec.ts',
  'apps/crm/src/journeys/engine/journey-crashes.e2e.spec.ts',
  'test/contract/access.spec.ts',
  'test/contract/hostile-graphql.spec.ts',
  'test/contract/hostile-input.spec.ts',
  'test/contract/hostile-parameters.spec.ts',
  'test/contract/openapi-lint.spec.ts',
  'test/contract/request-examples.spec.ts',
  'test/contract/sdk.spec.ts',
  'test/docs/adding-a-feature.spec.ts',
  'test/isolation/other-tenant-ids.spec.ts',
];

/** Settings that the projects share. They do not inherit from the root, whose global set-up is to run once. */
const common = {
  setupFiles: ['test/support/patience.ts', ...(process.env['CI'] ? ['test/support/fixed-seed.ts'] : [])],
  pool: 'forks' as const,
  execArgv: ['typescript-in-threads.mjs', 'end-with-the-run.mjs'].flatMap((file) => [
    '--import',
    fileURLToPath(new URL(`test/support/${file}`, import.meta.url)),
  ]),
  // A worker loads each module once, for all files that it runs; what a file spies on is restored after it.
  isolate: false,
};

const patience = measuredPatience();
// The settings of a second lane, or of a second run, are those of the first.
process.env['TEST_PATIENCE'] = String(patience);

/** Deadlines, in milliseconds on a quiet machine. They are stated here alone: no spec gives one of its own. */
function deadlines(testMs: number, hookMs: number) {
  return {
    testTimeout: testMs * patience,
    hookTimeout: hookMs * patience,
    expect: { poll: { timeout: 10_000 * patience, interval: 15 } },
    provide: { patience },
  };
}

const SHORT = deadlines(30_000, 60_000);
const LONG = deadlines(120_000, 150_000);
const VERY_LONG = deadlines(300_000, 300_000);
/** Specs of the built product wait for mails and jobs of a stack that shares the machine with all other specs. */
const BUILT = deadlines(180_000, 180_000);

/** The copy of the package that Node loads: Vite would take the one for bundlers, and a process would have two of each class. */
const graphql = fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url));
const alias = [{ find: /^graphql$/, replacement: graphql }];

const resolution = { resolve: { conditions, alias }, ssr: { resolve: { conditions } } };

/** The environment that global set-up runs in; the libs it imports are sources too. */
const globalSetupResolution = { resolve: { conditions, noExternal: [/^#libs\//] } };

/** Stopping a stack takes longer than Vitest's ten seconds where the machine is busy. */
const TEARDOWN_TIMEOUT_MS = 120_000;

export default defineConfig({
  ...resolution,
  environments: { __vitest__: globalSetupResolution },
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    provide: { patience },
    teardownTimeout: TEARDOWN_TIMEOUT_MS,
    // One for each core: left to itself, Vitest keeps a core for its own process, which has little to do here.
    maxWorkers: availableParallelism(),
    projects: [
      {
        ...resolution,
        test: {
          ...common,
          ...SHORT,
          name: 'specs',
          include: SPECS,
          exclude: [
            '**/node_modules/**',
            ...BUILT_SPECS,
            ...CLOCK_SPECS,
            ...METADATA_SPECS,
            ...SWEEP_SPECS,
            ...WHOLE_SYSTEM_SPECS,
          ],
        },
      },
      {
        ...resolution,
        test: { ...common, ...SHORT, name: 'specs-metadata', include: METADATA_SPECS, isolate: true },
      },
      {
        ...resolution,
        test: { ...common, ...VERY_LONG, name: 'specs-sweeps', include: SWEEP_SPECS },
      },
      {
        ...resolution,
        test: {
          ...common,
          ...LONG,
          name: 'specs-clock',
          include: CLOCK_SPECS,
          provide: { ...LONG.provide, mayMoveClock: true },
        },
      },
      {
        ...resolution,
        test: { ...common, ...LONG, name: 'systems', include: WHOLE_SYSTEM_SPECS, exclude: CLOCK_SPECS },
      },
      {
        ...resolution,
        environments: { __vitest__: globalSetupResolution },
        test: {
          ...common,
          ...BUILT,
          name: 'built',
          include: BUILT_SPECS,
          globalSetup: ['test/built/global-setup.ts'],
        },
      },
    ],
  },
});
