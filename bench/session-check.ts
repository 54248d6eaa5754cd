// GET /api/auth/me with a session, per second; beside it the same route with the guard taken out.
import type { SessionPrincipal } from '#libs/core/auth';
import { bench } from './support/bench.js';
import { Identity } from './support/identity.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 4, connections: 16 });
/** A session has 1,500 calls a minute. */
const SESSIONS = 64;

interface Login {
  Token: string;
  UserId: SessionPrincipal['userId'];
}

/** The most that the configuration takes, and more than a run asks for in a minute. */
const NO_LIMIT = { AUTH_CALLS_PER_MINUTE: '1000000' };

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const identity = cleanup.add(await Identity.start(services));
  const guarded = cleanup.add(await platform.start('api', { ...identity.environment, ...NO_LIMIT }));
  const { email, password } = await identity.register();
  const sessions: Login[] = [];
  for (let n = 0; n < SESSIONS; n += 1) sessions.push(await logIn(guarded.port, email, password));
  const { Token: token, UserId: userId } = sessions[0]!;
  const principal = {
    kind: 'session',
    sessionId: '',
    userId,
    email,
    operator: false,
    verified: true,
    secondFactor: false,
    memberships: [],
    token,
  } satisfies SessionPrincipal;
  const environment = { ...identity.environment, ...NO_LIMIT, BENCH_PRINCIPAL: JSON.stringify(principal) };
  const unguarded = cleanup.add(await platform.startUnguarded(environment));
  const generator = cleanup.add(await LoadGenerator.start());

  const measure = (port: number, seconds: number) => {
    const headers = sessions.map((session) => ({ Authorization: `Bearer ${session.Token}` }));
    const { connections } = options;
    return generator.run({
      port,
      method: 'GET',
      path: '/api/auth/me',
      headers,
      connections,
      seconds,
      expectedStatus: 200,
    });
  };

  const report = new Report(`GET /api/auth/me, ${options.connections} connections, requests per second`, [
    'guarded',
    'p50 ms',
    'guard taken out',
    'p50 ms',
    'ratio',
  ]);
  await measure(guarded.port, options.seconds);
  await measure(unguarded.port, options.seconds);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await measure(guarded.port, options.seconds);
    const limit = await measure(unguarded.port, options.seconds);
    report.add([ours.perSecond, ours.p50, limit.perSecond, limit.p50, ours.perSecond / limit.perSecond]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'guarded / guard taken out', value: ratio, bound: 'least', floor: 0.7 }]);
});

async function logIn(port: number, email: string, password: string): Promise<Login> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Login;
}
