// The process of the launcher that migrates the databases of all apps and creates their demo data. It is one process,
// because each of these tasks alone would spend most of its time on loading the same modules as the others.
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { logger } from '#libs/core/observability';

/** A function of a compiled module, and its argument. */
export interface Task {
  script: string;
  entry: string;
  input: unknown;
}

export interface TaskRequest extends Task {
  id: number;
}

/** Result of the function, or the error that it threw. */
export type TaskAnswer = { id: number; result: unknown } | { id: number; error: string };

logger.configure({ service: 'launcher', level: 'warn' });

process.on('message', (request: TaskRequest) => void answer(request));
// The leash lets a process end that has nothing to do; this one waits for its next task.
process.channel?.ref();

async function answer({ id, ...task }: TaskRequest): Promise<void> {
  try {
    send({ id, result: await run(task) });
  } catch (error) {
    send({ id, error: inspect(error) });
  }
}

async function run({ script, entry, input }: Task): Promise<unknown> {
  const module = (await import(pathToFileURL(script).href)) as Record<string, (input: unknown) => Promise<unknown>>;
  const work = module[entry];
  if (!work) throw new Error(`${script} does not export ${entry}`);
  return (await work(input)) ?? null;
}

function send(message: TaskAnswer): void {
  process.send!(message);
}
