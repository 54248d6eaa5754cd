// The limit beside `login`: argon2id verifications alone, with the parameters and as many at a time as identity does.
import { availableParallelism } from 'node:os';
import { PasswordHasher } from '../../apps/identity/src/passwords/password-hasher.js';
import { IdentityConfig } from '../../apps/identity/src/config.js';
import { answerParent } from '../support/helper-process.js';

const PASSWORD = 'correct horse 7 staple';

/** Verifications per second. */
async function run({ seconds }: { seconds: number }): Promise<number> {
  const hasher = new PasswordHasher(new IdentityConfig());
  const known = await hasher.hash(PASSWORD);
  const started = performance.now();
  const end = started + seconds * 1_000;
  const verifyUntilEnd = async () => {
    let verified = 0;
    for (; performance.now() < end; verified += 1) {
      if (!(await hasher.verify(known, PASSWORD))) throw new Error('A correct password was rejected');
    }
    return verified;
  };
  const verified = await Promise.all(Array.from({ length: availableParallelism() }, verifyUntilEnd));
  return verified.reduce((sum, one) => sum + one, 0) / ((performance.now() - started) / 1_000);
}

answerParent({ run });
