import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

/**
 * A part of a bench in a separate process, so that it takes no time from the measured process. It answers questions; its
 * module calls {@link answerParent}.
 */
export class HelperProcess {
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private asked = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (answer: Answer) => this.complete(answer));
    child.once('exit', (code) => this.failAll(new Error(`A process of the bench ended with ${code}`)));
  }

  /** @param module path relative to the caller's, whose `import.meta.url` is `base` */
  static async start(module: string, base: string, env: Record<string, string> = {}): Promise<HelperProcess> {
    const child = fork(fileURLToPath(new URL(module, base)), [], { env: { ...process.env, ...env } });
    const helper = new HelperProcess(child);
    await helper.ask('ready');
    return helper;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  ask<R = void>(question: string, parameters?: unknown): Promise<R> {
    const id = ++this.asked;
    return new Promise<R>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, question, parameters });
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    this.child.kill('SIGKILL');
    await gone;
  }

  private complete({ id, result, error }: Answer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(result as never);
    else waiting?.reject(new Error(error));
  }

  private failAll(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

interface Question {
  id: number;
  question: string;
  parameters: never;
}

/** Answers the parent's questions by their names; the process ends with its parent. */
export function answerParent(answers: Record<string, (parameters: never) => unknown>): void {
  const known: typeof answers = { ready: () => undefined, ...answers };
  process.on('disconnect', () => process.exit());
  process.on('message', ({ id, question, parameters }: Question) => {
    void Promise.resolve()
      .then(() => {
        const answer = known[question];
        if (!answer) throw new Error(`The helper has no answer to ${question}`);
        return answer(parameters);
      })
      .then(
        (result) => process.send?.({ id, result }),
        (error: unknown) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? '') : String(error) }),
      );
  });
}
