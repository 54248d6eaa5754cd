import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Workers hand these to Node as they are, so `import` must not be among them: it would bend every `require`, too.
const conditions = ['source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The environment that global set-up runs in; the libs it imports are sources too.
  environments: { __vitest__: { resolve: { conditions, noExternal: [/^#libs\//] } } },
  test: {
    include: ['apps/**/*.spec.ts', 'libs/**/*.spec.ts', 'scripts/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: process.env['CI'] ? ['test/support/fixed-seed.ts'] : [],
    pool: 'forks',
    // A worker loads each module once, for all files that it runs; what a file spies on is restored after it.
    isolate: false,
    // One for each core: left to itself, Vitest keeps a core for its own process, which has little to do here.
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
