import { Injectable } from '@nestjs/common';
import { withoutCredentials } from '#libs/observability';

/** The deadline of the whole readiness check, in milliseconds. */
const DEADLINE_MS = 2_000;

/** Resolves when a dependency answers; rejects with the reason when it does not. */
export type ReadinessCheck = () => Promise<unknown>;

/** What must answer for this process to be of use. Modules register a check for each store that they depend on. */
@Injectable()
export class ReadinessRegistry {
  readonly #checks = new Map<string, ReadinessCheck>();

  register(name: string, check: ReadinessCheck): void {
    this.#checks.set(name, check);
  }

  /** Why the process is not ready, within two seconds; undefined when it is. No credentials are in the text. */
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
