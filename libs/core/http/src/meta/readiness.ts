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
  readonly #others = new Map<string, ReadinessCheck>();

  /** @param isNeeded false for what the process works without, if worse */
  register(name: string, check: ReadinessCheck, { isNeeded = true }: { isNeeded?: boolean } = {}): void {
    (isNeeded ? this.#checks : this.#others).set(name, check);
  }

  /** Why the process is not ready; undefined if it is. Takes at most two seconds. The text contains no credentials. */
  problem(): Promise<string | undefined> {
    return problemOfAll(this.#checks);
  }

  /** Names what is not needed and does not answer; like {@link problem}. */
  loss(): Promise<string | undefined> {
    return problemOfAll(this.#others);
  }
}

async function problemOfAll(checks: ReadonlyMap<string, ReadinessCheck>): Promise<string | undefined> {
  const problems = await Promise.all([...checks].map(([name, check]) => problemOf(name, check)));
  return problems.filter(Boolean).join('; ') || undefined;
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
