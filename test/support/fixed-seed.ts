/*
 * In continuous integration property tests look at the same cases each time, so that a change is judged by what it
 * changes. Everywhere else each run looks at new ones: what it finds becomes a test with a name, and is then put right.
 */
import fc from 'fast-check';

const SEED = 20_260_828;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
