// The limit beside `webhooks`: undici's pool alone, posting the same bodies unsigned, with nothing to record.
import { Pool } from 'undici';
import { answerParent } from '../support/helper-process.js';

export interface UndiciRun {
  origin: string;
  path: string;
  bodies: string[];
  connections: number;
  seconds: number;
}

/** Requests per second. */
async function run({ origin, path, bodies, connections, seconds }: UndiciRun): Promise<number> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const started = performance.now();
  const end = started + seconds * 1_000;
  const postUntilEnd = async () => {
    let posted = 0;
    for (; performance.now() < end; posted += 1) {
      const answer = await pool.request({ method: 'POST', path, headers, body: bodies[posted % bodies.length]! });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}`);
    }
    return posted;
  };
  const posted = await Promise.all(Array.from({ length: connections }, postUntilEnd));
  const took = (performance.now() - started) / 1_000;
  await pool.close();
  return posted.reduce((sum, one) => sum + one, 0) / took;
}

answerParent({ run });
