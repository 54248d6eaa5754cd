import { useCallback, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { notify } from '#web/shell/notify.ts';
import { useProblemText } from '#web/i18n/problem-words.ts';
import { type Problem, problemsOf, worst } from './problems.ts';
import { noteWrite } from './writes.ts';

export interface Write<Data, Variables> {
  running: boolean;
  /** Answers null when it did not succeed; the person has been told then, unless a `field` is named. */
  run(variables: Variables): Promise<Data | null>;
  /** The problem of the last try, for forms that show it beside a field. */
  problem: Problem | undefined;
}

/** Runs a mutation. Tells the outcome: `done` if it succeeded, the problem's text otherwise. */
export function useWrite<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  done?: string,
): Write<Data, Variables> {
  const client = useClient();
  const words = useProblemText();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = useCallback(
    async (variables: Variables) => {
      setRunning(true);
      const { data, error } = await client.mutation(document, variables).toPromise();
      const failed = worst(problemsOf(error));
      setRunning(false);
      setProblem(failed);
      if (failed) {
        void notify({ color: 'bad', title: words.text(failed), message: words.reference(failed), role: 'alert' });
        return null;
      }
      noteWrite();
      if (done) void notify({ message: done, role: 'status' });
      return data ?? null;
    },
    [client, document, done, words],
  );
  return { running, run, problem };
}
