import { availableParallelism } from 'node:os';

const cores = availableParallelism();

/** Projects of vitest.config.ts whose specs compute: they keep a processor busy. */
const COMPUTING = ['specs', 'metadata', 'clock'];

/**
 * The processes of Vitest that run side by side. The second takes every project that the first does not, so a new one
 * cannot be left out: its specs start whole systems as processes, and wait for them more than they compute.
 */
export const LANES = [
  { name: 'specs', args: [`--maxWorkers=${2 * cores}`, ...COMPUTING.map((project) => `--project=${project}`)] },
  { name: 'systems', args: [`--maxWorkers=${cores}`, ...COMPUTING.map((project) => `--project=!${project}`)] },
];
