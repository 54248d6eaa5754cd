import { useCallback, useRef, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { useProblemText } from '#web/i18n/problem-words.ts';
import { notify } from '#web/shell/notify.ts';
import { fieldOf, problemsOf, worst } from './problems.ts';
import { noteWrite } from './writes.ts';

export interface Write<Data, Variables> {
  running: boolean;
  /** Answers null when it did not succeed; the person has been told then. */
  run(variables: Variables): Promise<Data | null>;
}

/** The parts of a form that it needs for a problem to be shown beside its field. */
interface FormLike {
  values: object;
  setFieldError(field: string, text: string): void;
}

/** Runs a mutation and tells its outcome: `done` if it succeeded, else the problem, beside the field of `form` that it is of. */
export function useWrite<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  done?: string,
  form?: FormLike,
): Write<Data, Variables> {
  const client = useClient();
  const words = useProblemText();
  const [running, setRunning] = useState(false);
  const underWay = useRef(new Set<string>());
  const run = useCallback(
    async (variables: Variables) => {
      // A second click comes before the button shows that it is busy.
      const same = JSON.stringify(variables);
      if (underWay.current.has(same)) return null;
      underWay.current.add(same);
      setRunning(true);
      const { data, error } = await client.mutation(document, variables).toPromise();
      underWay.current.delete(same);
      setRunning(underWay.current.size > 0);
      const problem = worst(problemsOf(error));
      if (!problem) {
        noteWrite();
        if (done) void notify({ message: done, role: 'status' });
        return data ?? null;
      }
      const field = form && fieldOf(problem, Object.keys(form.values));
      if (field) form.setFieldError(field, words.text(problem));
      else void notify({ color: 'bad', title: words.text(problem), message: words.reference(problem), role: 'alert' });
      return null;
    },
    [client, document, done, form, words],
  );
  return { running, run };
}
