import { Injectable } from '@nestjs/common';
import { withoutCredentials } from '#libs/core/observability';

/** The deadline of the whole readiness check, in milliseconds. */
const DEADLINE_MS = 2_000;

/** Resolves when a dependency answers; rejects with the reason when it does not. */
export type ReadinessCheck = () => Promise<unknown>;

/** The checks of this process's dependencies. A module registers one for each store that it needs. */
@Injectable()
export class ReadinessRegistry {
  readonly #checks = new Map<string, ReadinessCheck>();

  register(name: string, check: ReadinessCheck): void {
    this.#checks.set(name, check);
  }

  /** Why the process is not ready; undefined if it is. Takes at most two seconds. The text contains no credentials. */
  async problem(): Promise<string | undefined> {
    const problems = await Promise.all([...this.#checks].map(([name, check]) => problemOf(name, check)));
    return problems.filter(Boolean).join('; ') || undefined;
  }
}

async function problemOf(name: string, check: ReadinessCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`${name}: no answer within ${DEADLINE_MS / 1000} s`), DEADLINE_MS);
  });
  try {
    return await Promise.race([check().then(() => undefined), late]);
  } catch (error) {
    return `${name}: ${withoutCredentials(reasonOf(error))}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Node's AggregateError of a refused connection has an empty message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not reachable';
  const code: unknown = Reflect.get(error, 'code');
  return error.message || (typeof code === 'string' ? code : 'not reachable');
}
